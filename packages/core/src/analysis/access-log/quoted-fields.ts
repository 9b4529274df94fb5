/**
 * Lines with quoted fields: the common and combined formats of Apache and nginx, with or without a host before or after the
 * address, the prefix of syslog and trailing fields, and those of AWS Application Load Balancers.
 *
 *     example.com 192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "ExampleBot/1.0" 0.1
 *     https 2026-11-28T10:00:00.000000Z app/name/id 192.0.2.1:80 - 0 0 0 200 200 5 5 "GET https://… HTTP/1.1" "ExampleBot/1.0" …
 */
import { BACKSLASH, COMMA, SPACE } from '../../util/bytes.js';
import {
  addressOf,
  isAddress,
  isMissing,
  type LineReader,
  type LogFields,
  type LogRequest,
  requestOf,
  splitRequestLine,
  statusOf,
} from './log-request.js';
import { isoTime, LogClock } from './log-time.js';

const DASH = 0x2d;
const NINE = 0x39;
/** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html (checked 2026-11-29) */
const LOAD_BALANCER = /^(?:https?|h2|grpcs|wss?) \d{4}-\d{2}-\d{2}T/;
const LOAD_BALANCER_PARTS = { time: 1, address: 3, status: 8 } as const;

/**
 * Returns a reader of lines with quoted fields.
 *
 * @param lines the first ones of the log. If these name a User-Agent, an open line without one was cut. If most of them start
 * with a host, so do all lines.
 */
export function quotedFieldsReader({ ip }: LogFields, lines: readonly string[]): LineReader {
  const clock = new LogClock();
  const ipField = ip === undefined ? undefined : Number(ip);
  const hasHosts = 2 * lines.filter(startsWithHost).length > lines.length;
  const read = (line: string) => {
    const isBalancer = line.charCodeAt(0) > NINE && LOAD_BALANCER.test(line);
    return isBalancer ? loadBalancerRequest(line) : serverRequest(line, clock, hasHosts);
  };
  const hasUserAgents = lines.some((line) => read(line)?.userAgent !== undefined);
  return (line, isOpen) => {
    if (line === '') return 'no-request';
    const request = read(line);
    // A file that was emptied while a server had it open begins with zeros.
    if (request === undefined || line.includes('\0')) return undefined;
    if (isOpen && hasUserAgents && request.userAgent === undefined) return undefined;
    if (ipField === undefined) return request;
    // Without quotes, more of an address may follow.
    if (isOpen && !line.endsWith('"')) return undefined;
    const address = addressOf(fieldOf(line, ipField) ?? '');
    return isMissing(address) ? undefined : { ...request, address };
  };
}

/** Returns whether a line is one of a server, even if the request is invalid or its client is not named. */
export function isServerLine(line: string): boolean {
  return SERVER_LINE.test(line);
}

const SERVER_LINE = /^\S.* \[\d{2}\/\w{3}\/\d{4}:[\d:]{8} [+-]\d{4}\] "(?:[^"\\]|\\.)*" (?:\d{3}|-)(?: |$)/;

function serverRequest(line: string, clock: LogClock, hasHosts: boolean): LogRequest | undefined {
  const first = line.indexOf(' [');
  const close = line.indexOf('] "', first);
  if (first === -1 || close === -1) return undefined;
  // A client chooses the name of the user, which may contain brackets, but not this end: servers escape quotes.
  const open = line.lastIndexOf(' [', close);
  if (open > first && OTHER_TIME.test(line.slice(first, open))) return undefined;
  const requestEnd = quoteEnd(line, close + 3);
  if (requestEnd === -1) return undefined;
  const { method, url } = splitRequestLine(line.slice(close + 3, requestEnd));
  const status = statusAt(line, requestEnd + 2);
  if (status === undefined) return undefined;
  const userAgent = userAgentAfter(line, requestEnd + 5);
  // The line was cut.
  if (userAgent === null) return undefined;
  const client = clientOf(line, open, hasHosts);
  if (client === undefined) return undefined;
  const time = line.slice(open + 2, close);
  return requestOf({
    time: time.charAt(4) === '-' ? isoTime(time) : clock.commonTime(time),
    address: client.address,
    host: client.host,
    method,
    url: escapedTarget(url),
    status,
    userAgent,
  });
}

/**
 * The time of a line that was cut, to which the address belongs, in the line that continues it: a date, or digits in a bracket
 * that does not end. An address such as `[2001:db8::1]` is neither.
 */
const OTHER_TIME = / \[\d(?:[^\]:]*[/-]|[^\]]*$)/;

/** Reads a status of three digits; 0 for `-`, undefined for another field. */
function statusAt(line: string, at: number): number | undefined {
  const status = 100 * digitAt(line, at) + 10 * digitAt(line, at + 1) + digitAt(line, at + 2);
  if (status >= 0) return status;
  return line.startsWith('- ', at) ? 0 : undefined;
}

/** Returns NaN for another character. */
function digitAt(line: string, at: number): number {
  const digit = line.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}

interface Client {
  readonly host: string | undefined;
  readonly address: string;
}

/** Reads the fields before the time; undefined if it is unclear which of them is the address. */
function clientOf(line: string, end: number, hasHosts: boolean): Client | undefined {
  const space = endOfList(line, 0);
  const first = addressOf(line.slice(0, space));
  // The identity of the client follows its address and is always "-". After a host without a client, two more do.
  const isFirst = line.charCodeAt(space + 1) === DASH && line.charCodeAt(space + 2) === SPACE;
  if (isFirst && end !== space + ' - - -'.length) return { host: undefined, address: first };
  const host = line.slice(0, space);
  const second = addressOf(line.slice(space + 1, endOfList(line, space + 1)));
  const isHostFirst = isAddress(second) && (hasHosts || !isAddress(first)) && !PREFIX_END.test(host);
  if (isHostFirst) return { host, address: second };
  return unusualClientOf(line.slice(0, end).replace(/, +/g, ',').trim().split(/ +/));
}

/**
 * Finds the client in other fields, of which a list of proxies is one:
 *
 *     192.0.2.1 example.com -                      lighttpd
 *     192.0.2.1 10.0.0.1 - -                       X-Forwarded-For before the address of the proxy
 *     127.0.1.1:80 192.0.2.1 - -                   Apache vhost_combined on a server without a name
 *     Nov 28 10:00:00 web1 nginx: 192.0.2.1 - -    syslog
 */
function unusualClientOf(fields: readonly string[]): Client | undefined {
  const [first = '', second = '', third, user] = fields;
  const [address, secondAddress] = [addressOf(first), addressOf(second)];
  if (second === '-') {
    const isHostOnly = third === '-' && user === '-' && !isAddress(address);
    return isHostOnly ? undefined : { host: undefined, address };
  }
  if (isAddress(address)) {
    if (isAddress(secondAddress) && user !== undefined) {
      if (third !== '-') return undefined;
      return SERVER.test(first) ? { host: first, address: secondAddress } : { host: undefined, address };
    }
    return { host: second.includes('.') || isAddress(secondAddress) ? second : undefined, address };
  }
  const at = fields.findIndex((field, index) => fields[index + 1] === '-' && isAddress(addressOf(field)));
  const [before, host, client] = [fields[at - 2], fields[at - 1], fields[at]];
  if (host === undefined || client === undefined) return undefined;
  if (PREFIX_END.test(host)) return { host: undefined, address: addressOf(client) };
  return before === undefined || PREFIX_END.test(before) ? { host, address: addressOf(client) } : undefined;
}

/** An address as a host, in brackets or with a port that no client uses. */
const SERVER = /^(?:\[[^\]]*\](?::\d{1,3})?|[\d.]+:\d{1,3})$/;

/** The last word before the line of a server: of syslog (`nginx:`, `-`), Docker Compose (`web-1 |`) or Kubernetes (`F`, a time). */
const PREFIX_END = /^(?:-|F|\d{4}-\d{2}-\d{2}T.*)$|[:|]$/;

function startsWithHost(line: string): boolean {
  const [first = '', second = ''] = line.split(' ', 2);
  return first !== '-' && !first.includes(',') && !isAddress(addressOf(first)) && isAddress(addressOf(second));
}

/** Returns the position of the first space that does not follow a comma. */
function endOfList(line: string, start: number): number {
  let space = line.indexOf(' ', start);
  while (line.charCodeAt(space - 1) === COMMA) space = line.indexOf(' ', space + 1);
  return space;
}

/** Returns the second quoted field, after that of the Referer; undefined if there is none, null if it does not end. */
function userAgentAfter(line: string, from: number): string | undefined | null {
  const referer = line.indexOf('"', from);
  if (referer === -1) return undefined;
  const refererEnd = quoteEnd(line, referer + 1);
  const start = line.indexOf('"', refererEnd + 1);
  if (refererEnd === -1 || start === -1) return null;
  const end = quoteEnd(line, start + 1);
  return end === -1 ? null : unescaped(line.slice(start + 1, end));
}

function loadBalancerRequest(line: string): LogRequest | undefined {
  const quote = line.indexOf('"');
  const requestEnd = quoteEnd(line, quote + 1);
  const start = line.indexOf('"', requestEnd + 1);
  const end = quoteEnd(line, start + 1);
  if (quote === -1 || requestEnd === -1 || start === -1 || end === -1) return undefined;
  const parts = line.slice(0, quote).split(' ');
  const { time, address, status } = LOAD_BALANCER_PARTS;
  const { method, url } = splitRequestLine(line.slice(quote + 1, requestEnd));
  return requestOf({
    time: isoTime(parts[time] ?? ''),
    address: addressOf(parts[address] ?? ''),
    host: undefined,
    method,
    url: escapedTarget(url),
    status: statusOf(parts[status] ?? ''),
    userAgent: unescaped(line.slice(start + 1, end)),
  });
}

/** Returns the position of the quote that ends a field; -1 if there is none. A quote after a backslash is part of the field. */
function quoteEnd(line: string, start: number): number {
  for (let at = line.indexOf('"', start); at !== -1; at = line.indexOf('"', at + 1)) {
    let first = at;
    while (first > start && line.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return -1;
}

const BACKSLASH_ESCAPE = /\\(?:x([\da-f]{2})|(.))/giu;
const CONTROL_LETTERS: Readonly<Record<string, string>> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Reverts the escapes of Apache and nginx. */
function unescaped(field: string): string {
  if (!field.includes('\\')) return field;
  return field.replace(BACKSLASH_ESCAPE, (_, hex?: string, letter = '') =>
    hex === undefined ? (CONTROL_LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Writes the escaped bytes of a target as a URL does. */
function escapedTarget(target: string): string {
  if (!target.includes('\\')) return target;
  return target.replace(BACKSLASH_ESCAPE, (_, hex?: string, letter = '') =>
    hex === undefined ? encodeURIComponent((CONTROL_LETTERS[letter] ?? letter).toWellFormed()) : `%${hex.toUpperCase()}`,
  );
}

/** Returns the field with a number from 1, where text in quotes or brackets is one field. */
function fieldOf(line: string, number: number): string | undefined {
  let at = 0;
  for (let field = 1; at < line.length; field++) {
    const first = line.charAt(at);
    const isQuoted = first === '"';
    const isBracketed = first === '[';
    const start = isQuoted || isBracketed ? at + 1 : at;
    let end = line.indexOf(isBracketed ? ']' : ' ', start);
    if (isQuoted) end = quoteEnd(line, start);
    // The line was cut.
    if (isQuoted && end === -1) return undefined;
    if (end === -1) end = line.length;
    if (field === number) return line.slice(start, end);
    at = end + (isQuoted || isBracketed ? 2 : 1);
  }
  return undefined;
}
