// What is the same for all requests of one environment, made once.
import type { CallContext, Redactor } from '../context.ts';
import type { FunctionCatalogue } from '../capability/model.ts';
import type { Database } from '../db/client.ts';
import type { AppConfig } from '../env.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Signing, Unsigned } from '../ledger/sign.ts';

export interface Service {
  readonly config: AppConfig;
  readonly db: Database;
  readonly ledger: Ledger;
  readonly signing: () => Promise<Signing | Unsigned>;
  readonly redactor: Redactor;
  readonly functions: FunctionCatalogue;
  readonly callSelf: (request: Request, as: CallContext) => Promise<Response>;
  readonly later: (work: () => Promise<unknown>) => void;
}
