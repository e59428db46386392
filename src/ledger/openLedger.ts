import type { Ledger } from './ledger.ts';
import type { Sequencer } from './sequencer/Sequencer.ts';

/** There is one sequencer: a second would give the same place to two entries. */
const NAME = 'ledger';

/** The ledger behind the binding. Its verbs throw where the sequencer does not answer, or there is none. */
export function openLedger(binding: DurableObjectNamespace | undefined): Ledger {
  const namespace = binding as DurableObjectNamespace<Sequencer> | undefined;
  const ask = async <T>(question: (sequencer: DurableObjectStub<Sequencer>) => Promise<T>): Promise<T> => {
    if (namespace === undefined) throw new Error('not ready: the binding SEQUENCER is not configured');
    try {
      // A stub that has failed once goes on failing: each question has its own.
      return await question(namespace.getByName(NAME));
    } catch (error) {
      throw new Error('storage: the sequencer of the ledger did not answer', { cause: error });
    }
  };
  return {
    append: (append, claim) => ask(async (sequencer) => sequencer.append(append, claim)),
    checkpoint: (covering) => ask(async (sequencer) => sequencer.checkpoint(covering)),
    checkpointAt: (size) => ask(async (sequencer) => sequencer.checkpointAt(size)),
    sweep: () => ask(async (sequencer) => sequencer.sweep()),
    reopen: () => ask(async (sequencer) => sequencer.reopen()),
  };
}
