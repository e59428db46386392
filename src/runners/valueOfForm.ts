// From the kept string form of a result back to its value. Pure.
import type { CapabilityType } from '../db/rows.ts';
import type { Json } from '../templates/parameters.ts';
import { parseJsonExactly } from './jsonExact.ts';

/** What `data` or `text` the reply of that call had. An http form carries its status in front (httpResponse.ts). */
export function valueOfForm(form: string, type: CapabilityType, isJson: boolean): { data?: Json; text?: string } {
  const text = type === 'http' ? form.replace(/^(?:HTTP|ERR:http:)\s?\d{3}:/, '') : form;
  const parsed = isJson ? parseJsonExactly(text) : undefined;
  return parsed === undefined ? { text } : { data: parsed.value };
}
