// The headers of answers that a client acts on.
import type { AnswerHeader } from '../operation.ts';

export const ANSWER_HEADERS: Readonly<Record<AnswerHeader, object>> = {
  etag: { description: 'Entity tag: give it as If-Match with a change.', schema: { type: 'string' }, example: '"1"' },
  location: { description: 'Address of what was created.', schema: { type: 'string' }, example: '/api/directory/NOW' },
  'rowcall-receipt': {
    description: 'Id of the receipt; absent where there is none (a shape, a refusal before the row is known).',
    schema: { type: 'string' },
    example: 'inv_0123456789abcdef0123456789abcdef',
  },
  'content-range': { description: 'Which bytes of how many.', schema: { type: 'string' }, example: 'bytes 0-99/1000' },
  'accept-ranges': { description: '`bytes`.', schema: { type: 'string' }, example: 'bytes' },
  'cache-control': { description: 'How long it may be kept.', schema: { type: 'string' }, example: 'public, max-age=3600' },
};
