// What is the same for all requests of one environment, made once.
import type { CallContext, Redactor } from '../context.ts';
import type { FunctionCatalogue } from '../capability/model.ts';
import type { Database } from '../db/client.ts';
import type { AppConfig } from '../env.ts';

export interface Service {
  readonly config: AppConfig;
  readonly db: Database;
  readonly redactor: Redactor;
  readonly functions: FunctionCatalogue;
  readonly callSelf: (request: Request, as: CallContext) => Promise<Response>;
  readonly later: (work: () => Promise<unknown>) => void;
}
