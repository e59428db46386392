import { z } from 'zod';

export const blockSchema = z
  .object({ key: z.string(), content: z.string(), updated_at: z.string() })
  .meta({ id: 'PromptBlock', examples: [{ key: 'TONE', content: 'Answer in one sentence.', updated_at: '2026-12-01T05:55:35.709Z' }] });
