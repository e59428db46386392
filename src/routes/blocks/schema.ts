import { z } from 'zod';

export const blockSchema = z.object({ key: z.string(), content: z.string(), updated_at: z.string() }).meta({ id: 'PromptBlock' });
