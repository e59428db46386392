// The four steps for NOW: resolve, contract, invoke, confirmation.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../scripts/build.ts';
import { OWNER_KEY } from './product.ts';

export interface Step {
  readonly name: 'resolve' | 'contract' | 'invoke' | 'confirmation';
  readonly bytes: number;
  readonly tokens: number;
  readonly body: string;
}

const { countTokens } = createRequire(join(ROOT, 'test/tools/package.json'))('gpt-tokenizer/encoding/o200k_base') as {
  countTokens: (text: string) => number;
};

/** By the typed routes, and by the forms of /api/dispatch. Throws where a step does not succeed. */
export async function countSteps(url: string, ownerKey = OWNER_KEY): Promise<Record<string, Step[]>> {
  const headers = { 'x-terminal-key': ownerKey, 'content-type': 'application/json' };
  const read = async (name: Step['name'], path: string, json?: object): Promise<Step> => {
    const answer = await fetch(`${url}${path}`, json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${body}`);
    return { name, bytes: Buffer.byteLength(body), tokens: countTokens(body), body };
  };
  const ask = encodeURIComponent('what time is it');
  const typed = [
    await read('resolve', `/api/resolve?ask=${ask}`),
    await read('contract', '/api/directory/NOW/contract'),
    await read('invoke', '/api/invoke', { key: 'NOW' }),
  ];
  const dispatch = [
    await read('resolve', `/api/dispatch?ask=${ask}&limit=5`),
    await read('contract', '/api/dispatch?key=NOW'),
    await read('invoke', '/api/dispatch', { key: 'NOW', body: '' }),
  ];
  const idOf = (steps: readonly Step[]) => (JSON.parse(steps.at(-1)?.body ?? '{}') as { proof: { invocation_id: string } }).proof.invocation_id;
  return {
    'typed routes': [...typed, await read('confirmation', `/api/receipts/${idOf(typed)}/confirmation`)],
    '/api/dispatch': [...dispatch, await read('confirmation', `/api/dispatch?confirm=${idOf(dispatch)}`)],
  };
}
