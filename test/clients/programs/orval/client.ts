// The clients that orval made of the two documents. An answer is `{ status, data }`, and the status says what `data` is.
import { confirmReceipt, invokeKey, readContract, readReceipt, resolve } from './rowcall.ts';
import { JSON_QUERY, NOW, ORDER_TOTAL, type Problem } from './rows.ts';

// Resolve: a question gives the key and the call signature.
const found = await resolve({ ask: 'what time is it' });
const best = found.status === 200 ? found.data.candidates[0] : undefined;
if (found.status !== 200 || best === undefined) throw new Error('nothing serves this');

// Contract: what the signature does not say. Its hash pins the call to what was read.
const contract = await readContract(best.key);
if (contract.status !== 200 || typeof contract.data === 'string') throw new Error('no contract');

// Invoke.
const invoked = await invokeKey(best.key, {
  args: { zone: 'Asia/Tokyo' },
  if_contract: contract.data.hash,
  ask_id: found.data.ask_id,
});
if (invoked.status === 202) throw new Error('it runs later');
if (invoked.status !== 200) throw new Error(invoked.data.how_to_fix);
const reply = invoked.data;
if (reply.proof === undefined) throw new Error('no receipt');

// Receipt: with everything for the owner, and the confirmation for anybody.
const receipt = await readReceipt(reply.proof.invocation_id);
const confirmation = await confirmReceipt(reply.proof.invocation_id);
if (receipt.status !== 200 || confirmation.status !== 200) throw new Error('no receipt');

// Rows are operations with arguments of their own.
const now = await NOW({ args: { zone: 'Europe/Paris' } });
const picked = await JSON_QUERY({ args: { json: { times: [1, 2] }, query: 'times[1]' } });
const order = await ORDER_TOTAL({ args: { currency: 'EUR', lines: [{ name: 'tea', price: 3.5 }, { price: 6 }] } });
if (now.status !== 200 || order.status !== 200) throw new Error('a row did not run');
const total: number | undefined = order.data.data?.total;
const note: string | null | undefined = order.data.data?.note;

/** Never called: each line must not compile. */
export async function mustNotCompile({ code }: Problem): Promise<void> {
  // @ts-expect-error a zone is a text
  await NOW({ args: { zone: 1 } });
  // @ts-expect-error NOW takes no such argument
  await NOW({ args: { place: 'Paris' } });
  // @ts-expect-error YEN is not among the currencies
  await ORDER_TOTAL({ args: { currency: 'YEN', lines: [{ price: 1 }] } });
  // @ts-expect-error a price is a number
  await ORDER_TOTAL({ args: { currency: 'EUR', lines: [{ price: '1' }] } });
  // @ts-expect-error an order has lines
  await ORDER_TOTAL({ args: { currency: 'EUR' } });
  // @ts-expect-error the codes are a closed list
  console.log(code === 'no_such_code');
}

// What is refused is a problem document; its code is one of a closed list.
const misfit = await NOW({ args: { zone: 'Middle/Earth' } });
const explain = ({ code, ran }: Problem) => ({ code, ran });
const unknown = await invokeKey('NOWW', {});

console.log(
  JSON.stringify({
    found: { key: best.key, call: best.call },
    contract: { key: contract.data.key, effect: contract.data.effect, may_invoke: contract.data.may_invoke },
    reply: { ok: reply.ok, status: reply.proof.status },
    receipt: { sameId: receipt.data.id === reply.proof.invocation_id, input: receipt.data.input, status: receipt.data.status },
    confirmed: confirmation.data.confirmed,
    now: { key: now.data.key, ran: now.data.ran },
    order: { total, note, count: order.data.data?.count },
    picked: picked.status === 200 ? picked.data.data : undefined,
    misfit: misfit.status === 200 ? undefined : explain(misfit.data),
    unknown:
      unknown.status === 404
        ? { status: unknown.status, code: unknown.data.code, didYouMean: unknown.data.did_you_mean }
        : { status: unknown.status },
  }),
);
