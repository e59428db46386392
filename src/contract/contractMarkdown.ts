// A contract as text to paste where nothing else is known of this service. Pure.
import type { Contract } from './contract.ts';

/** Begins with `## §SELF — <KEY> (paste without context)`. */
export function contractMarkdown(contract: Contract): string {
  const { key, path, what, when, call, run_now: run, tag, type, runner, effect, risk } = contract;
  const lines = [
    `## §SELF — ${key} (paste without context)`,
    path,
    '',
    `**What:** ${what}`,
    when === undefined ? undefined : `**When:** ${when}`,
    `**Call:** \`${call}\``,
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
    tag === undefined ? undefined : `**Tag:** \`${tag}\``,
    `**Is:** ${type} · ${runner} · auth ${contract.auth_required ? 'required' : 'not required'} · risk ${risk} · effect ${effect}`,
    contract.inputs === undefined ? undefined : `**Inputs:** \`${JSON.stringify(contract.inputs)}\``,
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
    contract.output_schema === undefined ? undefined : `**Output schema:** \`${JSON.stringify(contract.output_schema)}\``,
    ...list(
      'Examples',
      contract.examples?.map((example) => `\`${typeof example === 'string' ? example : JSON.stringify(example)}\``),
    ),
    ...list('Asked as', contract.ask),
    contract.siblings === undefined ? undefined : `**Siblings:** ${contract.siblings.join(', ')}`,
    contract.target === undefined ? undefined : `**Target:** \`${contract.target}\``,
    contract.auth === undefined ? undefined : `**Auth:** \`${contract.auth}\``,
    contract.more === undefined ? undefined : `**More:** ${contract.more}`,
  ];
  return `${lines.filter((line) => line !== undefined).join('\n')}\n`;
}

function list(title: string, items: readonly string[] | undefined): string[] {
  return items === undefined || items.length === 0 ? [] : [`**${title}:**`, ...items.map((item) => `- ${item}`)];
}
