/**
 * Logs whose header names the fields (https://www.w3.org/TR/WD-logfile.html): IIS separates them by spaces and writes a space
 * in a value as `+`; CloudFront separates them by tabs and escapes values as in a URL, also the percent signs of URLs.
 *
 *     #Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent)
 *     2026-11-28 10:00:00 192.0.2.1 GET /a - 200 Mozilla/5.0+(compatible;+ExampleBot/1.0)
 */
import { addressOf, isMissing, type LineReader, type LogFields, type LogPart, requestOf, statusOf } from './log-request.js';
import { isoTime } from './log-time.js';

/** The directive that names the fields. */
export const FIELDS_DIRECTIVE = '#Fields:';

/** The names of the fields, the best first. The viewer's Host header is x-host-header; cs(Host) names the distribution. */
const COLUMN_NAMES: Readonly<Record<Exclude<LogPart, 'time'>, readonly string[]>> = {
  ip: ['c-ip'],
  host: ['x-host-header', 'cs-host', 'cs(Host)'],
  method: ['cs-method'],
  url: ['cs-uri-stem', 'cs-uri'],
  status: ['sc-status'],
  agent: ['cs(User-Agent)'],
};

type Columns = Readonly<Record<LogPart | 'date' | 'query', number>>;

/** Fields that only IIS has. */
const IIS_FIELDS = ['sc-substatus', 'sc-win32-status'];

/** Returns a reader of lines after a header. Lines before it cannot be read. */
export function headerFieldsReader(fields: LogFields): LineReader {
  let names: readonly string[] = [];
  let columns: Columns | undefined;
  let isIis = false;
  return (line, isOpen) => {
    if (line === '') return 'no-request';
    if (line.startsWith('#')) {
      if (line.startsWith(FIELDS_DIRECTIVE)) {
        names = line.slice(FIELDS_DIRECTIVE.length).trim().split(/\s+/);
        columns = columnsOf(names, fields);
        isIis = names.some((name) => IIS_FIELDS.includes(name));
      }
      return 'no-request';
    }
    if (columns === undefined) return undefined;
    const isTabbed = line.includes('\t');
    const values = line.split(isTabbed ? '\t' : ' ');
    // The line was cut: an empty field is "-".
    if (values.length < names.length) return undefined;
    // More of the last field may follow.
    if (isOpen && !line.endsWith('"')) return undefined;
    const value = (part: keyof Columns) => values[columns?.[part] ?? -1] ?? '';
    const date = value('date');
    const query = value('query');
    const path = isIis && fields.url === undefined ? encodedPath(value('url')) : value('url');
    const url = path + (isMissing(query) ? '' : `?${query}`);
    const agent = value('agent');
    return requestOf({
      time: isoTime(date === '' ? value('time') : `${date} ${value('time')}`),
      address: addressOf(isTabbed ? percentDecoded(value('ip')) : value('ip').replaceAll('+', ' ')),
      host: value('host'),
      method: value('method'),
      url: isTabbed ? url.replaceAll('%25', '%') : url,
      status: statusOf(value('status')),
      userAgent: agentOf(agent, isTabbed),
    });
  };
}

/** Returns the index of each column; -1 for a missing one. */
function columnsOf(names: readonly string[], fields: LogFields): Columns {
  const indexOf = (part: keyof typeof COLUMN_NAMES) =>
    (fields[part] === undefined ? COLUMN_NAMES[part] : [fields[part]])
      .map((name) => names.indexOf(name))
      .find((index) => index !== -1) ?? -1;
  return {
    date: fields.time === undefined ? names.indexOf('date') : -1,
    time: names.indexOf(fields.time ?? 'time'),
    ip: indexOf('ip'),
    host: indexOf('host'),
    method: indexOf('method'),
    url: indexOf('url'),
    query: fields.url === undefined ? names.indexOf('cs-uri-query') : -1,
    status: indexOf('status'),
    agent: indexOf('agent'),
  };
}

/**
 * Encodes a path that IIS decoded: it logs `/my%20files/` as `/my+files/`. By default, it refuses a plus sign in a path with
 * 404.11, so a plus sign is a space.
 */
function encodedPath(path: string): string {
  return path.replace(/[%#?+]/g, (sign) => (sign === '+' ? '%20' : encodeURIComponent(sign)));
}

function agentOf(text: string, isTabbed: boolean): string | undefined {
  if (text === '') return undefined;
  // The second of two signs is part of the value: `;++http://` was `; +http://`.
  if (!isTabbed) return text.replace(/\+(\+?)/g, ' $1');
  const decoded = percentDecoded(text);
  // Earlier logs of CloudFront escape the percent sign again.
  return decoded.includes('%20') ? percentDecoded(decoded) : decoded;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
