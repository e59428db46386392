// fn `now`: the current time.
import { z } from 'zod';
import { defineFunction } from './define.ts';
import { done } from './outcome.ts';

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
      .refine(isZone, 'is not an IANA time zone such as America/Los_Angeles')
      .default('UTC')
      .describe('IANA time zone, such as America/Los_Angeles'),
  }),
  run: async ({ zone }, tools) => done(timeIn(zone, tools.now())),
});

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function timeIn(zone: string, at: Date): { now: string; today: string; time: string; zone: string; iso: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
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
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const today = `${(part['year'] ?? '').padStart(4, '0')}-${part['month']}-${part['day']}`;
  const time = `${part['hour']}:${part['minute']}:${part['second']}`;
  const millis = String(at.getUTCMilliseconds()).padStart(3, '0');
  const local = Date.parse(`${today}T${time}.${millis}Z`);
  const month = new Intl.DateTimeFormat('en-GB', { timeZone: zone, month: 'long' }).format(at);
  return {
    now: `${part['weekday']} ${Number(part['day'])} ${month} ${part['year']}, ${time} (${zone})`,
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
