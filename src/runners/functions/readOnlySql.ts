// Proof that a SQL text is one reading statement. Pure: the database explains, this judges.
// https://www.sqlite.org/opcode.html
import type { Instruction } from './queryWork.ts';

/** How an explained statement is to be run: as a subquery nothing but a query can stand there. */
export function boundedQuery(sql: string, rowsMax: number): string {
  return `SELECT * FROM (\n${sql}\n) LIMIT ${rowsMax}`;
}

/**
 * The statement without its closing semicolon, or what is wrong with it. SQLite runs ALL statements of a text, so one
 * that hides behind a semicolon would run even while the first is only explained. Whatever could make this reading of
 * the text differ from SQLite's own is refused outside quotes: comments, and named parameters (`$a(…)` swallows quotes).
 */
export function singleStatement(sql: string): { readonly ok: true; readonly sql: string } | { readonly ok: false; readonly message: string } {
  const refuse = (message: string) => ({ ok: false, message }) as const;
  const statement = sql.trim().replace(/;$/, '').trimEnd();
  if (!/^(?:select|with|values)\b/i.test(statement)) return refuse('must begin with SELECT, WITH or VALUES');
  let depth = 0;
  for (let at = 0; at < statement.length; at += 1) {
    const character = statement.charAt(at);
    const pair = statement.slice(at, at + 2);
    const close = QUOTES[character];
    if (close !== undefined) {
      // A doubled quote closes and opens again, which leaves the same text quoted.
      at = statement.indexOf(close, at + 1);
      if (at < 0) return refuse(`has a ${character} without its end`);
    } else if (character === ';') return refuse('must be one statement');
    else if (pair === '--' || pair === '/*') return refuse('cannot have comments');
    else if ('$@:#'.includes(character)) return refuse('takes its parameters as ? or ?1');
    else if (character < ' ' && !'\t\n\r\f'.includes(character)) return refuse('has a control character');
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0) return refuse('has a ) without its (');
  }
  if (statement.includes('\0')) return refuse('has a control character');
  // Names of the platform's own tables; any quotes may stand around them, so quoted text counts too.
  if (/(?<!\w)_cf_/i.test(statement)) return refuse('cannot name internal tables, which begin with _cf_; a text that begins so can be a parameter');
  for (const [name, pragma = ''] of statement.matchAll(/pragma_(\w*)/gi)) {
    if (!SCHEMA_PRAGMAS.has(pragma.toLowerCase())) return refuse(`cannot name ${name}; a text with this name can be a parameter`);
  }
  return depth === 0 ? { ok: true, sql: statement } : refuse('has a ( without its )');
}

/**
 * Pragmas whose tables only tell the schema. The others run when they are read, and their program shows nothing of it:
 * `pragma_optimize` writes statistics. Any quotes may stand around the name of a table, so quoted text counts too.
 */
const SCHEMA_PRAGMAS = new Set(['table_info', 'table_xinfo', 'table_list', 'index_list', 'index_info', 'index_xinfo', 'foreign_key_list']);

const QUOTES: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

/** Instructions that only a change of the database, of its schema or of the connection has. */
const CHANGING = new Set(
  (
    'OpenWrite AutoCommit Savepoint Checkpoint Vacuum IncrVacuum JournalMode MaxPgcnt CreateBtree Destroy Clear SetCookie ParseSchema ' +
    'LoadAnalysis DropTable DropIndex DropTrigger SqlExec Program Expire VBegin VCreate VDestroy VUpdate VRename FkCheck FkCounter'
  ).split(' '),
);

/** Functions that reach beyond the database, wherever they are compiled in. */
const REACHING = /^(?:load_extension|readfile|writefile|edit|fts3_tokenizer|sqlite_(?:attach|detach|rename_\w+|drop_column))\(/i;

/**
 * What makes the explained statement more than a reading one; undefined where it only reads. SQLite opens every change
 * of a database with a Transaction whose p2 is not 0; that and the list stand for each other.
 */
export function writingInstruction(program: readonly Pick<Instruction, 'opcode' | 'p2' | 'p4'>[]): string | undefined {
  if (program[0]?.opcode !== 'Init') return 'no program';
  const reaches = ({ opcode, p4 }: Pick<Instruction, 'opcode' | 'p4'>): boolean => opcode.includes('Func') && REACHING.test(String(p4));
  return program.find((one) => CHANGING.has(one.opcode) || (one.opcode === 'Transaction' && one.p2 !== 0) || reaches(one))?.opcode;
}

/** Whether EXPLAIN QUERY PLAN shows a recursion, which may have no end. */
export function isRecursive(plan: readonly { readonly detail: string }[]): boolean {
  return plan.some(({ detail }) => detail.startsWith('RECURSIVE STEP'));
}
