// A client of openapi-fetch, with the types that openapi-typescript made of the two documents.
import createClient from 'openapi-fetch';
import type { paths as RowcallPaths } from './rowcall.ts';
import type { components, paths as RowPaths } from './rows.ts';

const service = {
  baseUrl: process.env.ROWCALL_URL ?? 'http://localhost:8787',
  headers: { 'x-terminal-key': process.env.ROWCALL_KEY },
};
type Problem = components['schemas']['Problem'];

const rowcall = createClient<RowcallPaths>(service);
const rows = createClient<RowPaths>(service);

// Resolve: a question gives the key and the call signature.
const { data: found } = await rowcall.GET('/api/resolve', { params: { query: { ask: 'what time is it' } } });
const best = found?.candidates[0];
if (best === undefined) throw new Error('nothing serves this');
const path = { key: best.key };

// Contract: what the signature does not say. Its hash pins the call to what was read.
const { data: contract } = await rowcall.GET('/api/directory/{key}/contract', { params: { path } });
if (contract === undefined || typeof contract === 'string') throw new Error('no contract');

// Invoke.
const { data: reply, error: refusal } = await rowcall.POST('/api/invoke/{key}', {
  params: { path },
  body: { args: { zone: 'Asia/Tokyo' }, if_contract: contract.hash, ask_id: found?.ask_id },
});
if (reply?.proof === undefined) throw new Error(refusal?.how_to_fix);

// Receipt: with everything for the owner, and the confirmation for anybody.
const receiptPath = { id: reply.proof.invocation_id };
const { data: receipt } = await rowcall.GET('/api/receipts/{id}', { params: { path: receiptPath } });
const { data: confirmation } = await rowcall.GET('/api/receipts/{id}/confirmation', { params: { path: receiptPath } });

// Rows are operations with arguments of their own.
const { data: now } = await rows.POST('/api/invoke/NOW', { body: { args: { zone: 'Europe/Paris' } } });
const { data: picked } = await rows.POST('/api/invoke/JSON_QUERY', { body: { args: { json: { times: [1, 2] }, query: 'times[1]' } } });
const { data: order } = await rows.POST('/api/invoke/ORDER_TOTAL', {
  body: { args: { currency: 'EUR', lines: [{ name: 'tea', price: 3.5 }, { price: 6 }] } },
});
const total: number | undefined = order?.data?.total;
const note: string | null | undefined = order?.data?.note;

/** Never called: each line must not compile. */
export async function mustNotCompile({ code }: Problem): Promise<void> {
  // @ts-expect-error a zone is a text
  await rows.POST('/api/invoke/NOW', { body: { args: { zone: 1 } } });
  // @ts-expect-error YEN is not among the currencies
  await rows.POST('/api/invoke/ORDER_TOTAL', { body: { args: { currency: 'YEN', lines: [{ price: 1 }] } } });
  // @ts-expect-error a price is a number
  await rows.POST('/api/invoke/ORDER_TOTAL', { body: { args: { currency: 'EUR', lines: [{ price: '1' }] } } });
  // @ts-expect-error an order has lines
  await rows.POST('/api/invoke/ORDER_TOTAL', { body: { args: { currency: 'EUR' } } });
  // @ts-expect-error there is no such row
  await rows.POST('/api/invoke/NO_SUCH_ROW', { body: {} });
  // @ts-expect-error the codes are a closed list
  console.log(code === 'no_such_code');
}

// What is refused is a problem document; its code is one of a closed list.
const { error: misfit } = await rows.POST('/api/invoke/NOW', { body: { args: { zone: 'Middle/Earth' } } });
const explain = ({ code, ran }: Problem) => ({ code, ran });
const { error: unknown, response } = await rowcall.POST('/api/invoke/{key}', { params: { path: { key: 'NOWW' } }, body: {} });

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
    unknown: { status: response.status, code: unknown?.code, didYouMean: unknown?.did_you_mean },
  }),
);
