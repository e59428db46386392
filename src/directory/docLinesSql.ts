import { sql } from 'drizzle-orm';
import { directory } from '../db/schema.ts';

/**
 * The doc lines of a row's content, cut out in SQL: the leading run of lines that begin with `#`. An agent's content
 * counts only where it begins with a known head, as in capability/docs.ts.
 */
export const docLinesOf = sql`(
  WITH RECURSIVE doc_lines (remaining, taken) AS (
    SELECT CASE WHEN ${directory.type} <> 'agent' OR ltrim(substr(${directory.content}, 2)) GLOB '[A-Z][A-Z]*:*' THEN ${directory.content} || char(10) ELSE '' END, ''
    UNION ALL
    SELECT substr(remaining, instr(remaining, char(10)) + 1), taken || substr(remaining, 1, instr(remaining, char(10)))
    FROM doc_lines WHERE substr(remaining, 1, 1) = '#'
  )
  SELECT taken FROM doc_lines ORDER BY length(taken) DESC LIMIT 1
)`;
