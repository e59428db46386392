// Splits `content` into its leading doc lines and the payload behind them. Pure.
import type { CapabilityType } from '../db/rows.ts';
import type { Docs } from './model.ts';

export interface SplitContent {
  readonly docs: Docs;
  /** The doc lines as they stand, without their line ends. */
  readonly docLines: readonly string[];
  readonly payload: string;
}

type Head = 'WHAT' | 'WHEN_TO_USE' | 'ARGS' | 'EX' | 'OUTPUT' | 'ALIASES' | 'ASK';

const HEAD = /^#[ \t]*(WHAT|WHEN_TO_USE|ARGS|EX|OUTPUT|ALIASES|ASK)[ \t]*:(.*)$/;

/**
 * Doc lines are the leading run of `#` lines; any other line, an empty one too, ends it. A first line without head is
 * the WHAT, a later one continues the line before; repeated heads add up. Agent content whose leading
 * `#` lines have no known head is all prompt. LF and CRLF both end a line. The payload is the rest, character for character, but that
 * one empty line which only separates it from the doc lines belongs to neither.
 */
export function splitContent(content: string | null, type: CapabilityType): SplitContent {
  // A row put in by SQL may hold bytes where text belongs; parse.ts says so.
  if (typeof content !== 'string') return { docs: readDocs([]), docLines: [], payload: '' };
  const docLines: string[] = [];
  let at = 0;
  while (content.startsWith('#', at)) {
    const end = content.indexOf('\n', at);
    docLines.push(content.slice(at, end < 0 ? content.length : end).replace(/\r$/, ''));
    at = end < 0 ? content.length : end + 1;
  }
  // A prompt may be Markdown, whose headings begin with `#` too.
  if (type === 'agent' && !docLines.some((line) => HEAD.test(line))) return { docs: readDocs([]), docLines: [], payload: content };
  const separator = docLines.length === 0 ? 0 : (/^\r?\n/.exec(content.slice(at, at + 2))?.[0].length ?? 0);
  return { docs: readDocs(docLines), docLines, payload: content.slice(at + separator) };
}

function readDocs(lines: readonly string[]): Docs {
  const entries: { head: Head; texts: string[] }[] = [];
  for (const line of lines) {
    const found = HEAD.exec(line);
    const last = entries.at(-1);
    if (found !== null) entries.push({ head: found[1] as Head, texts: [(found[2] ?? '').trim()] });
    else if (last === undefined) entries.push({ head: 'WHAT', texts: [line.slice(1).trim()] });
    else last.texts.push(line.slice(1).trim());
  }
  // An example may be several lines of JSON; everything else is prose, which flows on.
  const of = (head: Head, joint = ' ') =>
    entries.flatMap((entry) => (entry.head === head ? [entry.texts.filter((text) => text !== '').join(joint)] : [])).filter((text) => text !== '');
  return {
    what: of('WHAT').join(' '),
    whenToUse: of('WHEN_TO_USE').join(' '),
    args: of('ARGS').join(' '),
    output: of('OUTPUT').join(' '),
    examples: of('EX', '\n'),
    aliases: of('ALIASES')
      .flatMap((text) => text.split(/[,;|]/))
      .map((alias) => alias.trim())
      .filter((alias) => alias !== ''),
    ask: of('ASK'),
  };
}
