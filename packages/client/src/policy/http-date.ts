/** Parses HTTP dates. Pure. */

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** RFC 9110 5.6.7: IMF-fixdate and the two obsolete formats, with one-digit days and `UTC`, which some servers send. */
const FORMATS = [
  /^(?:[A-Za-z]{3,9},? )?(?<day>\d{1,2})[ -](?<month>[A-Za-z]{3})[ -](?<year>\d{4}|\d\d) (?<time>\d\d:\d\d:\d\d)(?: (?:GMT|UTC|[+-]0000))?$/,
  /^[A-Za-z]{3} (?<month>[A-Za-z]{3}) {1,2}(?<day>\d{1,2}) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];

/** Returns the time of an HTTP date in milliseconds since 1970; undefined if the text is not one. */
export function parseHttpDate(text: string): number | undefined {
  for (const format of FORMATS) {
    const { day = '', month = '', year = '', time } = format.exec(text.trim())?.groups ?? {};
    const monthAt = MONTHS.indexOf(month) / 3;
    if (time === undefined || !Number.isInteger(monthAt)) continue;
    // RFC 6265 5.1.1: years of two digits are 1970 to 2069.
    const century = year.length === 4 ? '' : Number(year) < 70 ? '20' : '19';
    const date = `${century}${year}-${pad(monthAt + 1)}-${pad(day)}T${time}Z`;
    const at = Date.parse(date);
    // Date.parse rejects an hour of 25, but not a 31st of June.
    return new Date(at).getUTCDate() === Number(day) ? at : undefined;
  }
  return undefined;
}

function pad(number: number | string): string {
  return String(number).padStart(2, '0');
}
