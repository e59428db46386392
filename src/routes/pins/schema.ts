import { z } from 'zod';

export const pinsSchema = z
  .strictObject({
    pins: z
      .array(
        z.strictObject({
          phrase: z.string().min(1).max(200).meta({ description: 'The question, compared word for word, in any case.', example: 'what time is it' }),
          key: z.string().min(1).max(64).meta({ description: 'Key of the row that answers it.', example: 'NOW' }),
        }),
      )
      .max(500),
  })
  .meta({ id: 'Pins', examples: [{ pins: [{ phrase: 'what time is it', key: 'NOW' }] }] });
