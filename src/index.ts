// Worker entry, nothing else.
import { consume, handle } from './app.ts';
import type { Bindings } from './env.ts';

export { Sequencer } from './ledger/sequencer/Sequencer.ts';

export default {
  fetch: (request: Request, bindings: Bindings) => handle(request, bindings),
  queue: (batch: MessageBatch, bindings: Bindings) => consume(batch, bindings),
};
