// The table of states and events: what may follow what, and that nothing follows what is proven.
import { describe, expect, it } from 'vitest';
import { RECEIPT_STATUSES } from '../../../src/db/schema.ts';
import { after, eventOf, isFinal, LIFECYCLE, statesBefore, type Event, type State } from '../../../src/ledger/lifecycle.ts';

const EVENTS: readonly Event[] = ['reserve', 'enqueue', 'claim', 'material', 'empty', 'fail', 'refuse', 'lose'];
const FINAL = ['PROVEN_MATERIAL_RESULT', 'PROVEN_EMPTY_RESULT', 'PROVEN_FAILURE', 'REFUSED', 'UNKNOWN_OUTCOME'] as const;

describe('the life of an invocation', () => {
  it('knows every stored status, and only NEW besides', () => {
    expect(Object.keys(LIFECYCLE).toSorted()).toEqual(['NEW', ...RECEIPT_STATUSES].toSorted());
  });

  it.each(FINAL)('%s is final: no event changes it', (state) => {
    expect(isFinal(state)).toBe(true);
    expect(EVENTS.map((event) => after(state, event))).toEqual(EVENTS.map(() => undefined));
  });

  it('every state that is not final can end, and begins with NEW', () => {
    const reached = new Set<State>(['NEW']);
    for (const state of reached) for (const event of EVENTS) reached.add(after(state, event) ?? state);
    expect([...reached].toSorted()).toEqual(Object.keys(LIFECYCLE).toSorted());
    for (const state of ['RUNNING', 'QUEUED'] as const) expect(isFinal(state)).toBe(false);
  });

  it('a queued call runs only once it is claimed, and what is claimed cannot be claimed again', () => {
    expect(statesBefore('claim')).toEqual(['QUEUED']);
    expect(after('QUEUED', 'claim')).toBe('RUNNING');
    expect(after('QUEUED', 'material')).toBeUndefined();
    expect(after('RUNNING', 'claim')).toBeUndefined();
  });

  it('each final status is the outcome of one event, and a state that is none is not', () => {
    expect(FINAL.map((status) => after('RUNNING', eventOf(status)))).toEqual(FINAL);
    expect(() => eventOf('RUNNING')).toThrow(TypeError);
  });
});
