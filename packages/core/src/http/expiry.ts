/** The dates of `unavailable_after`: RFC 822, RFC 850 and ISO 8601, the formats that Google names, and asctime. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? */;
const ISO =
  /^(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2})(?:[t ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?(?: ?(?<zone>z|[+-]\d{2}(?::?\d{2})?))?)?)?$/;
const BASIC_ISO =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:t(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<zone>z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const DAY_FIRST =
  /^(?<day>\d{1,2})[ -](?<month>[a-z]{3,9})[ -](?<year>\d{4}|\d{2})(?: (?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?: ?(?<zone>[a-z]{1,4}|[+-]\d{2}:?\d{2}))?)?$/;
const ASCTIME = /^(?<month>[a-z]{3}) (?<day>\d{1,2}) (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<year>\d{4})$/;
/** The zones of RFC 822 5.1 in hours from UTC. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};
/** Dates in the documented formats are shorter. */
const MAX_LENGTH = 64;

/**
 * Returns a date in milliseconds since 1970, or undefined if the text is not a date in a known format. Dates without a
 * zone are read as UTC; a date without a time is the start of that day.
 */
export function parseExpiry(value: string): number | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const text = value.trim().toLowerCase().replace(/\s+/g, ' ');
  const dated = text.replace(WEEKDAY, '');
  const match = ISO.exec(text) ?? BASIC_ISO.exec(text) ?? DAY_FIRST.exec(dated) ?? ASCTIME.exec(dated);
  return match?.groups && instant(match.groups);
}

/** Returns 1 to 12, or 0 for an unknown name. */
function monthOf(month: string): number {
  return /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3)) + 1;
}

function instant(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const { year = '', day = '1', hour = '0', minute = '0', second = '0', zone = 'z' } = parts;
  const month = monthOf(parts.month ?? '');
  const offset = zoneMinutes(zone);
  const [days, hours, minutes, seconds] = [day, hour, minute, second].map(Number);
  // Two digits: 00 to 49 are 2000 to 2049, as in RFC 2822 4.3.
  const short = Number(year);
  const full = year.length === 2 ? short + (short < 50 ? 2000 : 1900) : short;
  const date = new Date(0);
  // `Date` moves an invalid day into the next month.
  date.setUTCFullYear(full, month - 1, days);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === days;
  if (offset === undefined || !isDate || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  return date.setUTCHours(hours, minutes - offset, seconds);
}

/** Returns minutes from UTC; undefined for an unknown zone. */
function zoneMinutes(zone: string): number | undefined {
  const numeric = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (numeric === null) return Object.hasOwn(ZONES, zone) ? ZONES[zone] * 60 : undefined;
  const [, sign, hours, minutes = '0'] = numeric;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
