// A contract as text to paste where nothing else is known of this service. Pure.
import type { Contract } from './contract.ts';

/** Begins with `## §SELF — <KEY> (paste without context)`. */
export function contractMarkdown(contract: Contract): string {
  const { key, path, what, when, call, run_now: run, tag, type, runner, effect, risk } = contract;
  const lines = [
    `## §SELF — ${key} (paste without context)`,
    oneLine(path),
    '',
    `**What:** ${what}`,
    when === undefined ? undefined : `**When:** ${when}`,
    `**Call:** ${code(call)}`,
    ...(run === undefined
      ? []
      : [
          '**Run now:**',
          '```',
          `POST ${run.url}`,
          ...Object.entries(run.headers).map(([name, value]) => `${name}: ${value}`),
          '',
          JSON.stringify(run.json),
          '```',
        ]),
    tag === undefined ? undefined : `**Tag:** ${code(tag)}`,
    `**Is:** ${type} · ${runner} · auth ${contract.auth_required ? 'required' : 'not required'} · risk ${risk} · effect ${effect}`,
    contract.inputs === undefined ? undefined : `**Inputs:** ${code(JSON.stringify(contract.inputs))}`,
    contract.args === undefined ? undefined : `**Args:** ${contract.args}`,
    contract.outputs === undefined ? undefined : `**Outputs:** ${contract.outputs}`,
    `**You may:** ${contract.affordances.join(', ')}${contract.may_invoke ? '' : ' (not invoke)'}`,
    ...list('Cannot run', contract.problems),
    ...list('Rules', contract.rules),
    `**Proof:** ${Object.entries(contract.addresses)
      .map(([name, address]) => `${name} ${address}`)
      .join(' · ')}`,
    ...list('If it fails', contract.troubleshooting),
    `**Hash:** ${contract.hash}`,
    contract.output_schema === undefined ? undefined : `**Output schema:** ${code(JSON.stringify(contract.output_schema))}`,
    ...list(
      'Examples',
      contract.examples?.map((example) => code(typeof example === 'string' ? example : JSON.stringify(example))),
    ),
    ...list('Asked as', contract.ask),
    contract.siblings === undefined ? undefined : `**Siblings:** ${contract.siblings.join(', ')}`,
    contract.target === undefined ? undefined : `**Target:** ${code(contract.target)}`,
    contract.auth === undefined ? undefined : `**Auth:** ${code(contract.auth)}`,
    contract.more === undefined ? undefined : `**More:** ${contract.more}`,
  ];
  return `${lines.filter((line) => line !== undefined).join('\n')}\n`;
}

function list(title: string, items: readonly string[] | undefined): string[] {
  return items === undefined || items.length === 0 ? [] : [`**${title}:**`, ...items.map((item) => `- ${item}`)];
}

/** What a row says cannot end its line and begin one of the contract's own. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** In a code span, which a backtick would end. */
function code(text: string): string {
  return `\`${oneLine(text).replaceAll('`', 'ˋ')}\``;
}
