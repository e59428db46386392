// The life of an invocation: which event leads from which state to which. Pure; everything that moves one asks here.
import type { ReceiptStatus } from '../db/rows.ts';

export type State = 'NEW' | ReceiptStatus;

export type Event =
  /** It is about to run, or to be run later; its intent is on record. */
  | 'reserve'
  | 'enqueue'
  /** A queued call begins to run: at most one claimant. */
  | 'claim'
  /** What came of it. */
  | 'material'
  | 'empty'
  | 'fail'
  | 'refuse'
  /** Whether it had its effect is not known: its request left without a complete answer, or whoever ran it died. */
  | 'lose';

const OUTCOMES = {
  material: 'PROVEN_MATERIAL_RESULT',
  empty: 'PROVEN_EMPTY_RESULT',
  fail: 'PROVEN_FAILURE',
  refuse: 'REFUSED',
  lose: 'UNKNOWN_OUTCOME',
} as const satisfies Partial<Record<Event, ReceiptStatus>>;

export const LIFECYCLE: Readonly<Record<State, Readonly<Partial<Record<Event, ReceiptStatus>>>>> = {
  // Without an effect nothing needs to be reserved.
  NEW: { ...OUTCOMES, reserve: 'RUNNING', enqueue: 'QUEUED' },
  QUEUED: { claim: 'RUNNING', refuse: 'REFUSED' },
  RUNNING: OUTCOMES,
  // What is proven stays so.
  PROVEN_MATERIAL_RESULT: {},
  PROVEN_EMPTY_RESULT: {},
  PROVEN_FAILURE: {},
  REFUSED: {},
  UNKNOWN_OUTCOME: {},
};

/** The state after the event; undefined where it may not happen. */
export function after(state: State, event: Event): ReceiptStatus | undefined {
  return LIFECYCLE[state][event];
}

/** The stored states in which the event may happen: the condition of its conditional update. */
export function statesBefore(event: Event): ReceiptStatus[] {
  return (Object.keys(LIFECYCLE) as State[]).filter((state): state is ReceiptStatus => state !== 'NEW' && after(state, event) !== undefined);
}

/** The event that a final status is the outcome of. */
export function eventOf(status: ReceiptStatus): Event {
  const found = (Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]).find((event) => OUTCOMES[event] === status);
  if (found === undefined) throw new TypeError(`${status} is no outcome`);
  return found;
}

/** Whether nothing happens any more. */
export function isFinal(status: ReceiptStatus): boolean {
  return Object.keys(LIFECYCLE[status]).length === 0;
}
