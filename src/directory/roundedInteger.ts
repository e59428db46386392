// Integers that JSON.parse would change without a word. Pure.

export interface RoundedInteger {
  /** RFC 6901, into the parsed value. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * The first integer of a JSON text that has more digits than a double holds: it would be stored, sent and fingerprinted
 * as another number. Numbers written with a fraction or an exponent are meant as approximate. Throws where the text is not JSON.
 */
export function roundedInteger(text: string): RoundedInteger | undefined {
  // Few texts have a number of sixteen digits: the others are not parsed again.
  if (!/\d{16}/.test(text)) return undefined;
  let found: { holder: object; name: string; digits: string } | undefined;
  const root = (JSON.parse as ParseWithSource)(text, function (this: object, name, value, context) {
    const digits = context?.source;
    if (found === undefined && typeof value === 'number' && digits !== undefined && /^-?\d+$/.test(digits) && !isExact(digits, value)) {
      found = { holder: this, name, digits };
    }
    return value;
  });
  if (found === undefined) return undefined;
  const { holder, name, digits } = found;
  return { pointer: pointerTo(root, holder, name), message: `${digits.slice(0, 40)} has more digits than JSON numbers keep: send it as a string` };
}

function isExact(digits: string, value: number): boolean {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && BigInt(digits) === BigInt(value));
}

/** TC39 "JSON.parse source text access": the reviver sees how a primitive was written. */
type ParseWithSource = (text: string, reviver: (this: object, name: string, value: unknown, context?: { source?: string }) => unknown) => unknown;

function pointerTo(root: unknown, holder: object, name: string): string {
  const open: [unknown, string][] = [[root, '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, path] = next;
    const step = (member: string) => `${path}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (value === holder) return step(name);
    if (value !== null && typeof value === 'object') for (const [member, inside] of Object.entries(value)) open.push([inside, step(member)]);
  }
  return '';
}
