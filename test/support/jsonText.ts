// JSON as text, with what JSON.stringify would not write.

/** A number by its digits: `1e400`, `9007199254740993`. */
export class RawNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

/** The text of a value: own members of any name, numbers as they are, -0 too. */
export function jsonText(value: unknown): string {
  if (value instanceof RawNumber) return value.digits;
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`)
    .join(',')}}`;
}
