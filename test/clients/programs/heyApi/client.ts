// The clients that @hey-api/openapi-ts made of the two documents.
import { client as rowcall } from './rowcall/client.gen.ts';
import { confirmReceipt, invokeKey, readContract, readReceipt, resolve } from './rowcall/sdk.gen.ts';
import { client as rows } from './rows/client.gen.ts';
import { jsonQuery, now as callNow, orderTotal } from './rows/sdk.gen.ts';
import type { Problem } from './rows/types.gen.ts';

// The key goes in a header of its own: `auth` would send it twice, as the document allows either of two ways.
const service = {
  baseUrl: process.env.ROWCALL_URL ?? 'http://localhost:8787',
  headers: { 'x-terminal-key': process.env.ROWCALL_KEY },
};
rowcall.setConfig(service);
rows.setConfig(service);

// Resolve: a question gives the key and the call signature.
const { data: found } = await resolve({ query: { ask: 'what time is it' } });
const best = found?.candidates[0];
if (best === undefined) throw new Error('nothing serves this');
const path = { key: best.key };

// Contract: what the signature does not say. Its hash pins the call to what was read.
const { data: contract } = await readContract({ path });
if (contract === undefined || typeof contract === 'string') throw new Error('no contract');

// Invoke.
const { data: reply, error: refusal } = await invokeKey({
  path,
  body: { args: { zone: 'Asia/Tokyo' }, if_contract: contract.hash, ask_id: found?.ask_id },
});
if (reply?.proof === undefined) throw new Error(refusal?.how_to_fix);

// Receipt: with everything for the owner, and the confirmation for anybody.
const receiptPath = { id: reply.proof.invocation_id };
const { data: receipt } = await readReceipt({ path: receiptPath });
const { data: confirmation } = await confirmReceipt({ path: receiptPath });

// Rows are operations with arguments of their own.
const { data: now } = await callNow({ body: { args: { zone: 'Europe/Paris' } } });
const { data: picked } = await jsonQuery({ body: { args: { json: { times: [1, 2] }, query: 'times[1]' } } });
const { data: order } = await orderTotal({ body: { args: { currency: 'EUR', lines: [{ name: 'tea', price: 3.5 }, { price: 6 }] } } });
const total: number | undefined = order?.data?.total;
const note: string | null | undefined = order?.data?.note;

/** Never called: each line must not compile. */
export async function mustNotCompile({ code }: Problem): Promise<void> {
  // @ts-expect-error a zone is a text
  await callNow({ body: { args: { zone: 1 } } });
  // @ts-expect-error NOW takes no such argument
  await callNow({ body: { args: { place: 'Paris' } } });
  // @ts-expect-error YEN is not among the currencies
  await orderTotal({ body: { args: { currency: 'YEN', lines: [{ price: 1 }] } } });
  // @ts-expect-error a price is a number
  await orderTotal({ body: { args: { currency: 'EUR', lines: [{ price: '1' }] } } });
  // @ts-expect-error an order has lines
  await orderTotal({ body: { args: { currency: 'EUR' } } });
  // @ts-expect-error the codes are a closed list
  console.log(code === 'no_such_code');
}

// What is refused is a problem document; its code is one of a closed list.
const { error: misfit } = await callNow({ body: { args: { zone: 'Middle/Earth' } } });
const explain = ({ code, ran }: Problem) => ({ code, ran });
const { error: unknown, response } = await invokeKey({ path: { key: 'NOWW' }, body: {} });

console.log(
  JSON.stringify({
    found: { key: best.key, call: best.call },
    contract: { key: contract.key, effect: contract.effect, may_invoke: contract.may_invoke },
    reply: { ok: reply.ok, status: reply.proof.status },
    receipt: { sameId: receipt?.id === reply.proof.invocation_id, input: receipt?.input, status: receipt?.status },
    confirmed: confirmation?.confirmed,
    now: { key: now?.key, ran: now?.ran },
    order: { total, note, count: order?.data?.count },
    picked: picked?.data,
    misfit: misfit && explain(misfit),
    unknown: { status: response?.status, code: unknown?.code, didYouMean: unknown?.did_you_mean },
  }),
);
