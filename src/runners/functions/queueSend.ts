// fn `queue_send`: puts a message on DATA_QUEUE.
import { z } from 'zod';
import { defineFunction } from './define.ts';
import { attempt, bindingMissing, done } from './outcome.ts';
import { anyJson, utf8Bytes } from './inputs.ts';

const NAME = 'queue_send';
/** https://developers.cloudflare.com/queues/platform/limits/ */
const MESSAGE_BYTES_MAX = 128_000;

/** Sends one JSON message. It is accepted once this returns, and delivered at least once. */
export const queueSend = defineFunction({
  name: NAME,
  summary: 'Sends a message to the queue.',
  category: 'data',
  effect: 'write',
  needs: 'DATA_QUEUE',
  input: z.strictObject({
    message: anyJson('Text or any JSON').refine((message) => messageBytes(message) <= MESSAGE_BYTES_MAX, `has more than ${MESSAGE_BYTES_MAX} bytes`),
  }),
  async run({ message }, { bindings: { DATA_QUEUE } }) {
    if (DATA_QUEUE === undefined) return bindingMissing('DATA_QUEUE');
    const sent = await attempt(NAME, true, () => DATA_QUEUE.send(message, { contentType: 'json' }));
    return sent.ok ? done({ queued: true, bytes: messageBytes(message) }) : sent.outcome;
  },
});

function messageBytes(message: unknown): number {
  return utf8Bytes(JSON.stringify(message) ?? '');
}
