// GET /api/dispatch: what this endpoint is, for a program, and as a text to paste into a system prompt.
import type { CallContext } from '../../context.ts';

export const PROTOCOL = { protocol: 'OIP', version: '1.2.0' } as const;

/** Under 2,000 bytes. */
export function manifest({ origin }: CallContext): object {
  const at = `${origin}/api/dispatch`;
  return {
    ...PROTOCOL,
    kind: 'manifest',
    says: 'A directory of capabilities. Resolve a question to a key, read its contract if its call signature did not suffice, invoke it, give the receipt.',
    verbs: ['resolve', 'contract', 'invoke', 'receipt'],
    endpoints: {
      resolve: `GET ${at}?ask=<plain language>`,
      contract: `GET ${at}?key=<KEY>&format=markdown`,
      invoke: `POST ${at} {"key":"<KEY>","body":"<arg|arg>"}`,
      shape: `POST ${at} {"key":"<KEY>","body":"…","shape":true} shows what would be sent and sends nothing`,
      receipt: `GET ${at}?receipt=<invocation id>`,
      confirm: `GET ${at}?confirm=<invocation id>, for anybody`,
      registry: `GET ${at}?registry=1&category=<category>`,
      map: `GET ${at}?map=1`,
    },
    typed: `${origin}/api/resolve, /api/directory, /api/invoke and /api/receipts say the same with JSON arguments`,
    credential: 'x-terminal-key: <owner key>, or Authorization: Bearer <owner key>',
    paste: `${at}?format=markdown`,
  };
}

/** A text that lets a model which knows nothing of this service get from a question to a receipt. */
export function manifestMarkdown({ origin }: CallContext): string {
  return `## Capabilities over HTTP (${origin})

You can use the capabilities of this directory by HTTP. None of them is in your context: look for one when you need it.
Send \`Authorization: Bearer <TOKEN>\` with every request.

1. Find: \`GET ${origin}/api/resolve?ask=<what you want, in plain words>\` answers \`candidates\`, the best first, each with \`call\`, e.g. \`NOW(zone?)\`: \`?\` is optional.
2. Only if \`call\` does not tell you enough: \`GET ${origin}/api/directory/<KEY>/contract?format=markdown\`.
3. Call: \`POST ${origin}/api/invoke\` with \`{"key":"<KEY>","args":{"<name>":<value>},"ask_id":"<ask_id of step 1>"}\`. Add \`"shape":true\` to see what would be sent without sending it, \`"max_bytes":8000\` to get a long result in pieces.
4. The answer has \`data\` or \`result\`, and \`proof.invocation_id\`: give that id with what you report. No id, no result.

If a call is refused nothing ran: the answer says why, and \`try\` holds a call that would be valid. Never guess a key or arguments from memory.
`;
}
