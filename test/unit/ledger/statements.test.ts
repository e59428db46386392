// What a group of appends is sent as: the same rows, in fewer statements.
import { describe, expect, it } from 'vitest';
import { ENTRY_SEQ } from '../../../src/ledger/ledger.ts';
import { joined, placed } from '../../../src/ledger/sequencer/statements.ts';

const insert = (table: string, params: unknown[]) => ({ sql: `insert into "${table}" ("a", "b") values (?, ?)`, params });

describe('the statements of a group', () => {
  it('know the place of their entry, also as a copy', () => {
    const copy = structuredClone(insert('t', [ENTRY_SEQ, 'x']));
    expect(placed(copy, 7).params).toEqual([7, 'x']);
    expect(placed(insert('t', [{ seq: 1 }, null]), 7).params).toEqual([{ seq: 1 }, null]);
  });

  it('that differ by their parameters alone are one', () => {
    expect(joined([insert('t', [1, 2]), insert('u', [3, 4]), insert('t', [5, 6])])).toEqual([
      { sql: 'insert into "t" ("a", "b") values (?, ?), (?, ?)', params: [1, 2, 5, 6] },
      insert('u', [3, 4]),
    ]);
  });

  it('have no more parameters than D1 takes', () => {
    const all = joined(Array.from({ length: 130 }, (_, at) => insert('t', [at, at])));
    expect(all.map(({ params }) => params.length)).toEqual([100, 100, 60]);
    expect(all.flatMap(({ params }) => params)).toEqual(Array.from({ length: 130 }, (_, at) => [at, at]).flat());
  });

  it('that are no plain inserts stay as they are, in their order', () => {
    const others = [
      'update "t" set "a" = ?',
      'insert into "t" ("a") values (?) on conflict do nothing',
      'insert into "t" ("a") select ?',
      'delete from "t"',
    ].map((sql) => ({
      sql,
      params: sql.includes('?') ? [1] : [],
    }));
    expect(joined([...others, ...others])).toEqual([...others, ...others]);
  });
});
