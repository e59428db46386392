// fn `template`: fills placeholders in a text.
import { z } from 'zod';
import { textOf, type Json } from '../../templates/parameters.ts';
import { defineFunction } from './define.ts';
import { done, failed } from './outcome.ts';
import { anyJson, text, TEXT_CHARS_MAX } from './inputs.ts';

const NAME = 'template';
/** `{name}`; any other brace is text. */
const PLACEHOLDER = /\{([\p{L}_][\p{L}\p{N}_]*)\}/gu;

/** Fills `{name}` placeholders in one pass: a placeholder inside a value is text. Every placeholder needs a value. */
export const template = defineFunction({
  name: NAME,
  summary: 'Fills the {name} placeholders of a text with values.',
  category: 'text',
  effect: 'read',
  input: z
    .strictObject({
      template: text('Text with {name} placeholders'),
      values: z.record(z.string(), anyJson('Text, or JSON that goes in as its text')).describe('A value for each placeholder'),
    })
    .superRefine((input, context) => {
      for (const name of new Set(Array.from(input.template.matchAll(PLACEHOLDER), (match) => match[1] ?? ''))) {
        if (!Object.hasOwn(input.values, name)) context.addIssue({ code: 'custom', path: ['values', name], message: 'is required by the template' });
      }
    }),
  async run(input) {
    const filled = fill(input.template, input.values);
    return filled === undefined ? failed(NAME, 'too_large', `The text would have more than ${TEXT_CHARS_MAX} characters.`) : done(filled);
  },
});

/** undefined: too large. The length is watched while the text grows, since one value may go in many times. */
function fill(of: string, values: Readonly<Record<string, Json>>): string | undefined {
  const texts = new Map(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
  let filled = '';
  let from = 0;
  for (const match of of.matchAll(PLACEHOLDER)) {
    filled += of.slice(from, match.index) + (texts.get(match[1] ?? '') ?? '');
    from = match.index + match[0].length;
    if (filled.length > TEXT_CHARS_MAX) return undefined;
  }
  filled += of.slice(from);
  return filled.length > TEXT_CHARS_MAX ? undefined : filled;
}
