// Worker entry, nothing else.
import { handle } from './app.ts';
import type { Bindings } from './env.ts';

export default {
  fetch: (request: Request, bindings: Bindings) => handle(request, bindings),
};
