/** The times of access logs in milliseconds since 1970. */

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const DAY_MS = 86_400_000;
const COMMON_LENGTH = '28/Nov/2026:10:00:00 +0000'.length;
const ISO = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i;

/** Reads times of one log. Remembers the latest one and its day, because consecutive lines share these. */
export class LogClock {
  /** The latest text, its date and its zone. The clocks may change within a log. */
  #text = '';
  #date = ' ';
  #zone = '';
  #time = Number.NaN;
  #dayStart = Number.NaN;

  /** Reads `28/Nov/2026:10:00:00 +0000`; NaN for another text. */
  commonTime(text: string): number {
    if (text === this.#text) return this.#time;
    if (!text.startsWith(this.#date) || !text.endsWith(this.#zone)) {
      const start = startOf(text);
      if (Number.isNaN(start)) return start;
      this.#date = text.slice(0, 12);
      this.#zone = text.slice(20);
      this.#dayStart = start;
    }
    const hour = twoDigits(text, 12);
    const minute = twoDigits(text, 15);
    const second = twoDigits(text, 18);
    const isValid = text.length === COMMON_LENGTH && hour < 24 && minute < 60 && second <= 60;
    this.#text = text;
    this.#time = isValid ? this.#dayStart + ((hour * 60 + minute) * 60 + second) * 1000 : Number.NaN;
    return this.#time;
  }
}

/** Returns when the day of a time in the common format began in its zone. */
function startOf(text: string): number {
  const [, day, month = '', year, zone = ''] = /^(\d{2})\/(\w{3})\/(\d{4}):\d{2}:\d{2}:\d{2} ([+-]\d{4})$/.exec(text) ?? [];
  const index = MONTHS.indexOf(month);
  if (day === undefined || index % 3 !== 0) return Number.NaN;
  return dayStart(Number(year), index / 3 + 1, Number(day)) - zoneMs(zone);
}

/** Reads ISO 8601; without a zone, the time is UTC. NaN for another text. */
export function isoTime(text: string): number {
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = ISO.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const [hours, minutes, seconds] = [hour, minute, second].map(Number);
  if (hours > 23 || minutes > 59 || seconds > 60) return Number.NaN;
  const start = dayStart(Number(year), Number(month), Number(day));
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return start + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms - zoneMs(zone);
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

function zoneMs(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Returns NaN for anything but two digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
