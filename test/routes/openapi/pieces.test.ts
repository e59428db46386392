// The rows document is made in pieces, so that memory stays bounded whichever column the rows are large in.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { CallContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { rowRuns } from '../../../src/directory/readRows.ts';
import { plantRow } from '../../support/tables.ts';

const ROWS = 4;
const LONG = 'x'.repeat(700_000);

it.each(['target', 'auth', 'content', 'allowed_categories', 'includes', 'input_schema', 'output_schema', 'examples'])(
  'rows with a long %s are read one by one',
  async (column) => {
    const category = `LONG_${column}`;
    for (let at = 0; at < ROWS; at++)
      await plantRow({ key: `${category.toUpperCase()}_${at}`, type: 'fn', target: 'now', content: '# WHAT: x', category, [column]: LONG });
    const ctx = { db: openDatabase(env.DB), actor: { kind: 'owner' } } as unknown as CallContext;
    expect((await rowRuns(ctx, { category })).runs).toHaveLength(ROWS);
  },
);
