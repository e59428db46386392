import { etagOf } from '../../directory/ifMatch.ts';
import type { Written } from '../../directory/writeRow.ts';
import { err, ok, type Result } from '../../errors.ts';
import { answer, type Answer } from '../../http/answer.ts';

/** What every write of a row answers. */
export function writtenAnswer(written: Result<Written>, status: 200 | 201 = 200): Result<Answer> {
  if (!written.ok) return err(written.fault);
  const { row, warnings } = written.value;
  const headers = { etag: etagOf(row.version), ...(status === 201 ? { location: `/api/directory/${row.key}` } : {}) };
  return ok(answer(status, { ok: true, key: row.key, version: row.version, updated_at: row.updated_at, warnings }, headers));
}
