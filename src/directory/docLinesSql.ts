// The doc lines of a row's content, cut out in SQL as capability/docs.ts cuts them.
import { sql, type SQL } from 'drizzle-orm';
import { directory } from '../db/schema.ts';

const HEADS = ['WHAT', 'WHEN_TO_USE', 'ARGS', 'EX', 'OUTPUT', 'ALIASES', 'ASK'] as const;

/** Characters of content that are searched: the work of cutting lines grows with their number times the length. */
const SEARCHED_CHARS = 4_096;

/** The head that a doc line begins with; undefined where it continues the line before. */
export function headOf(line: string): string | undefined {
  return new RegExp(`^#[ \\t]*(${HEADS.join('|')})[ \\t]*:`).exec(line)?.[1];
}

/** Whether a line of `taken` begins with this head. No head holds a space, so spaces need not be looked at. */
const hasHead = (head: (typeof HEADS)[number]) =>
  sql`instr(char(10) || replace(replace(taken, ' ', ''), char(9), ''), char(10) || ${`#${head}:`}) > 0`;

const hasAnyHead = sql.join(HEADS.map(hasHead), sql` OR `);

/**
 * The leading run of lines that begin with `#`, within the first 4,096 characters; of an agent's content only where one of them has a known head, since a
 * prompt may begin with `#` too. With `withoutExamples` a sensitive row whose lines hold an example has none: what must
 * not be read must not be guessed by searching either.
 */
export function docLinesOf({ withoutExamples }: { withoutExamples: boolean }): SQL {
  const hidden = withoutExamples ? sql`${directory.sensitive} = 1 AND ${hasHead('EX')}` : sql`0`;
  return sql`(
    WITH RECURSIVE doc_lines (remaining, taken) AS (
      SELECT substr(${directory.content}, 1, ${SEARCHED_CHARS}) || char(10), ''
      UNION ALL
      SELECT substr(remaining, instr(remaining, char(10)) + 1), taken || substr(remaining, 1, instr(remaining, char(10)))
      FROM doc_lines WHERE substr(remaining, 1, 1) = '#'
    )
    SELECT CASE WHEN (${directory.type} <> 'agent' OR ${hasAnyHead}) AND NOT (${hidden}) THEN taken ELSE '' END
    FROM doc_lines ORDER BY length(taken) DESC LIMIT 1
  )`;
}
