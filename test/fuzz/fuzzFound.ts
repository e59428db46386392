// Requests that once were answered wrongly. They are sent first, under the same checks, so that no fault comes back. To add
// one: take the request from the failure's message as it stands, and say what was wrong.
import type { FuzzRequest } from './requestArbitrary.ts';

export const FOUND: readonly (FuzzRequest & { readonly was: string })[] = [];
