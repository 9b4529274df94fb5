/** The dates of `unavailable_after`: RFC 822, RFC 850 and ISO 8601, the formats that Google names, and asctime. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? */;
const ISO =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(z|[+-]\d{2}(?::?\d{2})?))?)?)?$/;
const BASIC_ISO = /^(\d{4})(\d{2})(\d{2})(?:t(\d{2})(\d{2})(\d{2})?(z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const DAY_FIRST =
  /^(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4}|\d{2})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([a-z]{1,4}|[+-]\d{2}:?\d{2}))?)?$/;
const ASCTIME = /^([a-z]{3}) (\d{1,2}) (\d{1,2}):(\d{2}):(\d{2}) (\d{4})$/;
/** The zones of RFC 822 5.1 in hours from UTC. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5 },
  ...{ mst: -7, mdt: -6, pst: -8, pdt: -7 },
};
/** No documented format is longer. */
const MAX_LENGTH = 64;

/**
 * Returns a date in milliseconds since 1970, or undefined if the text is not a date in a known format. Dates without a
 * zone are read as UTC; a date without a time is the start of that day.
 */
export function parseExpiry(value: string): number | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const text = value.trim().toLowerCase().replace(/\s+/g, ' ');
  const iso = ISO.exec(text) ?? BASIC_ISO.exec(text);
  if (iso !== null) {
    const [, year, month, day = '1', hour, minute, second, zone] = iso;
    return instant({ year, month: Number(month), day, hour, minute, second, zone });
  }
  const dated = text.replace(WEEKDAY, '');
  const dayFirst = DAY_FIRST.exec(dated);
  if (dayFirst !== null) {
    const [, day, month, year, hour, minute, second, zone] = dayFirst;
    return instant({ year, month: monthOf(month), day, hour, minute, second, zone });
  }
  const asctime = ASCTIME.exec(dated);
  if (asctime === null) return undefined;
  const [, month, day, hour, minute, second, year] = asctime;
  return instant({ year, month: monthOf(month), day, hour, minute, second, zone: undefined });
}

/** Returns 1 to 12, or 0 if there is no such month. */
function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1;
}

interface DateParts {
  readonly year: string;
  readonly month: number;
  readonly day: string;
  readonly hour: string | undefined;
  readonly minute: string | undefined;
  readonly second: string | undefined;
  readonly zone: string | undefined;
}

function instant(parts: DateParts): number | undefined {
  const { year, month, day, hour = '0', minute = '0', second = '0', zone = 'z' } = parts;
  const offset = zoneMinutes(zone);
  const [days, hours, minutes, seconds] = [day, hour, minute, second].map(Number);
  // Two digits: 00 to 49 are 2000 to 2049, as in RFC 2822 4.3.
  const short = Number(year);
  const full = year.length === 2 ? short + (short < 50 ? 2000 : 1900) : short;
  const date = new Date(0);
  // A day that the month does not have becomes one of the next month.
  date.setUTCFullYear(full, month - 1, days);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === days;
  if (offset === undefined || !isDate || hours > 23 || minutes > 59 || seconds > 60)
    return undefined;
  return date.setUTCHours(hours, minutes - offset, seconds);
}

/** Returns minutes from UTC; undefined for an unknown zone. */
function zoneMinutes(zone: string): number | undefined {
  const numeric = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (numeric === null) return Object.hasOwn(ZONES, zone) ? ZONES[zone] * 60 : undefined;
  const [, sign, hours, minutes = '0'] = numeric;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
