/** The times of access logs in milliseconds since 1970. */

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const DAY_MS = 86_400_000;
const COMMON = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-]\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i;

/** Reads times in the common format. Remembers the latest one, because consecutive lines share it. */
export class LogClock {
  #text = '';
  #time = Number.NaN;

  /** Reads `28/Nov/2026:10:00:00 +0000`; NaN for another text. */
  commonTime(text: string): number {
    if (text !== this.#text) {
      this.#text = text;
      this.#time = commonTime(text);
    }
    return this.#time;
  }
}

function commonTime(text: string): number {
  const [, day, month = '', year, hour, minute, second, zone = ''] = COMMON.exec(text) ?? [];
  const index = MONTHS.indexOf(month);
  if (day === undefined || index % 3 !== 0) return Number.NaN;
  return dayStart(Number(year), index / 3 + 1, Number(day)) + clockMs(hour, minute, second) - zoneMs(zone);
}

/** Reads ISO 8601; without a zone, the time is UTC. NaN for another text. */
export function isoTime(text: string): number {
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = ISO.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return dayStart(Number(year), Number(month), Number(day)) + clockMs(hour, minute, second) + ms - zoneMs(zone);
}

/** Reads a number of seconds, milliseconds, microseconds or nanoseconds, which differ in size for years after 1973. */
export function epochTime(number: number): number {
  if (number >= 1e17) return number / 1e6;
  if (number >= 1e14) return number / 1e3;
  return number >= 1e11 ? number : number * 1e3;
}

function dayStart(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // `Date` moves an invalid day into the next month.
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDate ? Math.floor(date.getTime() / DAY_MS) * DAY_MS : Number.NaN;
}

/** Returns the time since midnight; NaN if no clock shows it. A leap second is the first one of the next minute. */
function clockMs(hour = '', minute = '', second = ''): number {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  return hours > 23 || minutes > 59 || seconds > 60 ? Number.NaN : ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

function zoneMs(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000;
}
