// How often the loops of an explained query can turn, read from its program before it runs. Pure.
// https://www.sqlite.org/opcode.html

/** One row of EXPLAIN. */
export interface Instruction {
  readonly addr: number;
  readonly opcode: string;
  readonly p1: number;
  readonly p2: number;
  readonly p3: number;
  readonly p4: string | number | null;
}

/** How many rows loops that read from outside the program have. */
export interface Sizes {
  /** Of the table or index whose root page this is. */
  readonly rowsOf: (rootPage: number) => number;
  /** Of a table-valued function such as json_each, at each call. */
  readonly virtualRows: number;
}

/** Rows that a lookup by equal values in an index is taken to find: not known, and few where the index is of use. */
const LOOKUP_ROWS = 10;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * At most how many times the loops of a program turn, where LOOKUP_ROWS holds. Loops inside each other multiply, also
 * by way of what the outer reads: a list or a subquery, kept or not, has as many rows as the loops that fill it turn.
 * A lookup of one row by its key is no loop.
 */
export function queryWork(program: readonly Instruction[], sizes: Sizes): number {
  // Behind the target of Init stand the constants, and the jump back to the start that is no loop.
  const code = program.slice(0, program[0]?.p2);
  const known = new Map<string, number>();
  /** A value of an object that is being asked for adds nothing of its own: it cannot make itself larger. */
  const once = (key: string, make: () => number): number => {
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, 1);
    const made = make();
    known.set(key, made);
    return made;
  };
  const loops = loopsOf(code);
  const routines = code.flatMap(({ opcode, p1, p2 }) => {
    const end = opcode === 'Gosub' ? code.find((one) => one.addr >= p2 && one.opcode === 'Return' && one.p1 === p1) : undefined;
    return end === undefined ? [] : [{ start: p2, end: end.addr }];
  });
  const unique = [...new Map(routines.map((one) => [one.start, one])).values()];
  const onces = code.flatMap(({ opcode, addr, p2 }) => (opcode === 'Once' ? [{ start: addr + 1, end: p2 - 1 }] : []));
  const producers = code.flatMap(({ opcode, addr, p1, p2, p3 }) =>
    opcode === 'InitCoroutine' ? [{ register: p1, start: p2 > addr ? p3 : 0, end: p2 > addr ? p2 - 1 : -1 }] : [],
  );

  /** How often an instruction runs each time that another, or the program, begins. */
  const times = (at: number, since?: number): number => {
    const from = Math.max(0, ...onces.filter((span) => holds(span, at)).map(({ start }) => start));
    const counts = (span: Span) => span.start >= from && holds(span, at) && (since === undefined || !holds(span, since));
    const turned = loops.filter(counts).reduce((product, loop) => product * turns(loop), 1);
    return unique.filter(counts).reduce((product, routine) => product * calls(routine), turned);
  };
  const calls = (routine: Span): number =>
    once(`routine ${routine.start}`, () => {
      const sites = code.filter(({ opcode, p2, addr }) => opcode === 'Gosub' && p2 === routine.start && !holds(routine, addr));
      return Math.max(1, sum(sites.map(({ addr }) => times(addr, routine.start))));
    });
  const turns = (loop: Loop): number =>
    once(`loop ${loop.start}`, () => {
      const inside = code.filter(({ addr }) => holds(loop, addr));
      if (loop.cursor !== undefined) return isLookup(code, loop) && !isFilled(loop.cursor) ? LOOKUP_ROWS : Math.max(1, rows(loop.cursor));
      // A loop that is closed by a plain jump takes rows from coroutines, or steps through tables of its own.
      const taken = inside.filter(({ opcode }) => opcode === 'Yield').map(({ p1, addr }) => given(p1, addr));
      const stepped = inside.filter(({ opcode, p2, addr }) => STEPS.has(opcode) && p2 > addr).map(({ p1 }) => rows(p1));
      return Math.max(1, sum(taken), ...stepped);
    });
  /** The rows that a coroutine hands to who asks at this address. */
  const given = (register: number, asker: number): number => {
    const bodies = producers.filter((body) => body.register === register && body.end >= body.start && !holds(body, asker));
    return sum(bodies.map((body) => once(`body ${body.start}`, () => sum(yields(body).map(({ addr }) => times(addr, body.start - 1))))));
  };
  const yields = (body: Span & { readonly register: number }) =>
    code.filter(({ opcode, p1, addr }) => opcode === 'Yield' && p1 === body.register && holds(body, addr));
  const opened = (cursor: number) => code.filter(({ opcode, p1 }) => OPENS.has(opcode) && p1 === cursor);
  const isFilled = (cursor: number): boolean => opened(cursor).some(({ opcode }) => opcode !== 'OpenRead' && opcode !== 'VOpen');
  const rows = (cursor: number): number =>
    once(`cursor ${cursor}`, () => {
      const sources = opened(cursor);
      return sources.length === 0 ? Infinity : Math.max(...sources.map((source) => rowsFrom(source)));
    });
  const rowsFrom = ({ opcode, p1, p2, addr }: Instruction): number => {
    if (opcode === 'OpenRead') return sizes.rowsOf(p2);
    if (opcode === 'VOpen') return sizes.virtualRows;
    if (opcode === 'OpenDup') return rows(p2);
    return sum(code.filter((one) => INSERTS.has(one.opcode) && one.p1 === p1).map((insert) => times(insert.addr, addr)));
  };

  return Math.max(1, sum(loops.map(({ end }) => times(end))));
}

/** The root pages of tables and indexes that a program reads, without those of temporary tables. */
export function rootPagesOf(program: readonly Instruction[]): number[] {
  return [...new Set(program.filter(({ opcode, p3 }) => opcode === 'OpenRead' && p3 === 0).map(({ p2 }) => p2))];
}

/** Whether a program puts texts together that can be far longer than what it is given. */
export function buildsText(program: readonly Instruction[]): boolean {
  return program.filter(({ opcode }) => opcode === 'Concat').length > CONCATENATIONS_MAX || program.some(({ p4 }) => BUILDERS.test(String(p4)));
}

const CONCATENATIONS_MAX = 8;
const BUILDERS =
  /^(?:zeroblob|randomblob|replace|printf|format|group_concat|string_agg|concat|concat_ws|jsonb?_(?:group_)?(?:array|object)|jsonb?_(?:set|insert|replace|patch))\(/i;

const STEPS = new Set(['Next', 'Prev', 'VNext', 'SorterNext']);
const OPENS = new Set(['OpenRead', 'VOpen', 'OpenDup', 'OpenEphemeral', 'OpenAutoindex', 'SorterOpen']);
const INSERTS = new Set(['Insert', 'IdxInsert', 'SorterInsert']);
/** Where the target of a jump is no loop's start: a call, or a place that is only mentioned. */
const NO_JUMPS = new Set(['Gosub', 'Return', 'Yield', 'InitCoroutine', 'Init']);
const JUMPS = new Set(
  'Goto If IfNot IfPos IfNotZero DecrJumpZero IsNull NotNull Eq Ne Lt Le Gt Ge Found NotFound NoConflict RowSetTest RowSetRead Filter'.split(' '),
);

interface Loop extends Span {
  /** What moves on at its end; undefined where a plain jump closes it. */
  readonly cursor: number | undefined;
}

/** Every jump back closes a loop; of those that begin at the same place the last one does. */
function loopsOf(code: readonly Instruction[]): Loop[] {
  const found = new Map<number, Loop>();
  for (const { opcode, addr, p1, p2 } of code) {
    if (p2 > addr || NO_JUMPS.has(opcode) || !(STEPS.has(opcode) || JUMPS.has(opcode))) continue;
    found.set(p2, { start: p2, end: addr, cursor: STEPS.has(opcode) ? p1 : found.get(p2)?.cursor });
  }
  return [...found.values()];
}

/** Whether a loop is entered at the first of equal keys and left behind the last: both bounds are one value. */
function isLookup(code: readonly Instruction[], { start, cursor }: Loop): boolean {
  const [seek, bound] = [code[start - 1], code[start]];
  if (seek === undefined || bound === undefined || seek.p1 !== cursor || bound.p1 !== cursor || seek.p3 !== bound.p3) return false;
  return /^Seek(?:G[ET]|L[ET])$/.test(seek.opcode) && (bound.opcode === 'IdxGT' || bound.opcode === 'IdxLT') && Number(bound.p4) > 0;
}

function holds({ start, end }: Span, at: number): boolean {
  return start <= at && at <= end;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
