// fn `now`: the current time.
import { z } from 'zod';
import { defineFunction } from './define.ts';
import { done, failed } from './outcome.ts';

/** The time in a zone: `iso` carries the zone's offset, `today` is the calendar date there. */
export const now = defineFunction({
  name: 'now',
  summary: 'The current date and time in a time zone.',
  category: 'time',
  effect: 'read',
  input: z.strictObject({
    zone: z
      .string()
      .max(64)
      .refine((zone) => formatsOf(zone) !== undefined, 'is not an IANA time zone such as America/Los_Angeles')
      .default('UTC')
      .describe('IANA time zone, such as America/Los_Angeles'),
  }),
  async run({ zone }, tools) {
    const found = formatsOf(zone);
    return found === undefined ? failed('now', 'unknown_zone') : done(timeIn(zone, found, tools.now()));
  },
});

interface Formats {
  readonly parts: Intl.DateTimeFormat;
  readonly month: Intl.DateTimeFormat;
}

/** Formats cost more to make than all else here; the zones in use are few. */
const formats = new Map<string, Formats>();
const FORMATS_MAX = 64;

/** undefined: no such zone. */
function formatsOf(zone: string): Formats | undefined {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    const made = {
      parts: new Intl.DateTimeFormat('en-GB', { ...PARTS, timeZone: zone }),
      month: new Intl.DateTimeFormat('en-GB', { timeZone: zone, month: 'long' }),
    };
    if (formats.size < FORMATS_MAX) formats.set(zone, made);
    return made;
  } catch {
    return undefined;
  }
}

const PARTS = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  weekday: 'long',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

function timeIn(zone: string, { parts, month }: Formats, at: Date): { now: string; today: string; time: string; zone: string; iso: string } {
  const part = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  const today = `${(part['year'] ?? '').padStart(4, '0')}-${part['month']}-${part['day']}`;
  const time = `${part['hour']}:${part['minute']}:${part['second']}`;
  const millis = String(at.getUTCMilliseconds()).padStart(3, '0');
  const local = Date.parse(`${today}T${time}.${millis}Z`);
  return {
    now: `${part['weekday']} ${Number(part['day'])} ${month.format(at)} ${part['year']}, ${time} (${zone})`,
    today,
    time,
    zone,
    iso: `${today}T${time}.${millis}${offsetText(Math.round((local - at.getTime()) / 60_000))}`,
  };
}

/** RFC 3339: minutes from UTC as `+hh:mm`. */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
