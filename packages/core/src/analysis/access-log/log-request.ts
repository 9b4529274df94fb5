/** A request in an access log, and what the readers of all formats share. */
import { BACKSLASH, SLASH, SPACE } from '../../util/bytes.js';

export interface LogRequest {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The address of the client, without a port. */
  readonly address: string;
  /** In lower case, without a port; undefined if the log does not contain it. */
  readonly host: string | undefined;
  readonly method: string;
  /**
   * Path and query; a text that starts with `http:` or `https:` is an invalid URL. A path that starts with `//` is returned as
   * `/.//`, as URLs without a host write it, because `//example.org/` would be a URL of another host. So is one with a backslash
   * or a control character in place of the second slash, because URL parsers replace or ignore these.
   */
  readonly target: string;
  /** The status of the response; 0 if there was none. */
  readonly status: number;
  /** The User-Agent header; undefined in formats without one, such as the common format. */
  readonly userAgent: string | undefined;
}

/** `no-request`: a comment, an empty line, or a request that a CDN made. Undefined: the line cannot be read. */
export type LogLine = LogRequest | 'no-request' | undefined;

/**
 * Reads the lines of one log in order, each in time linear in its length. An open line, which has no line feed, may be cut: it is
 * read only if nothing that is missing could change the request.
 */
export type LogReader = (line: string, isOpen?: boolean) => LogLine;

/** Reads lines without their line ends. */
export type LineReader = (line: string, isOpen: boolean) => LogLine;

/** The parts of a request that a log may name in its own way. */
export type LogPart = 'time' | 'ip' | 'host' | 'method' | 'url' | 'status' | 'agent';

/**
 * The fields of a log by what they contain: a key of JSON lines (`request.id` is nested), a column of a `#Fields:` header, or
 * the number of a field in a line with quoted fields, of which only `ip` is used.
 */
export type LogFields = Readonly<Partial<Record<LogPart, string>>>;

/** The raw texts of a request. */
interface RequestParts {
  readonly time: number;
  readonly address: string;
  readonly host: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly status: number | undefined;
  readonly userAgent: string | undefined;
}

/** The first millisecond of the year 10000, which ISO 8601 writes in another way. */
const END_OF_TIME = 253_402_300_800_000;

/** Returns the request; undefined if a part is invalid. A host in the target takes precedence (RFC 9112 3.2.2). */
export function requestOf(parts: RequestParts): LogRequest | undefined {
  const { time, address, method, status, userAgent } = parts;
  if (!(time >= 0 && time < END_OF_TIME) || isMissing(address) || method === '' || status === undefined) return undefined;
  const hasSpace = parts.url.includes(' ');
  // nginx ignores spaces around a target.
  const url = hasSpace ? parts.url.trim() : parts.url;
  if (hasSpace && url.includes(' ')) return undefined;
  if (url.charCodeAt(0) === SLASH) {
    return { time, address, host: hostOf(parts.host), method, target: pathOf(url), status, userAgent };
  }
  if (!/^https?:\S+$/i.test(url)) return undefined;
  const [, host, path] = /^https?:\/\/([^/?#]+)([/?].*)?$/i.exec(url) ?? [];
  if (host === undefined) {
    return { time, address, host: hostOf(parts.host), method, target: url, status, userAgent };
  }
  const target = pathOf((path ?? '/').replace(/^\?/, '/?'));
  return { time, address, host: hostOf(host), method, target, status, userAgent };
}

function pathOf(path: string): string {
  const second = path.charCodeAt(1);
  return second === SLASH || second === BACKSLASH || second < SPACE ? `/.${path}` : path;
}

/** Logs write `-` for a value that they do not have. */
export function isMissing(value: string): boolean {
  return value === '' || value === '-';
}

/** Returns a host in lower case without its port; undefined for `-`, which stands for none. */
function hostOf(host: string | undefined): string | undefined {
  if (host === undefined || isMissing(host)) return undefined;
  return host.replace(/:\d*$/, '').toLowerCase();
}

/**
 * Returns the address in a field: without brackets and port, and the last one of a list, which the nearest proxy added. A
 * client can write the others. An IPv4 address in the form of an IPv6 address (RFC 4291 2.5.5.2) is returned as IPv4.
 */
export function addressOf(field: string): string {
  const last = field.includes(',') ? field.slice(field.lastIndexOf(',') + 1).trim() : field;
  if (!last.includes(':')) return last;
  const [, inBrackets = last] = /^\[([^\]]*)\]/.exec(last) ?? [];
  const [, ipv4] = /^(?:::ffff:(?=[\d.]+$))?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(inBrackets) ?? [];
  return ipv4 ?? inBrackets;
}

/** Returns whether a field is the address of a client rather than a name or a time. */
export function isAddress(field: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*::|(?:[\da-f]+:){6})[\da-f:.]+)$/i.test(field);
}

/** Splits a request line into method and target; the protocol may be missing (RFC 1945 4.1). */
export function splitRequestLine(line: string): { readonly method: string; readonly url: string } {
  const space = line.indexOf(' ');
  const method = line.slice(0, Math.max(0, space));
  // Most lines end with a protocol such as HTTP/1.1, and searching for it is slow.
  const usual = line.length - ' HTTP/1.1'.length;
  const protocol = line.startsWith(' HTTP/', usual) ? usual : line.lastIndexOf(' HTTP/');
  const url = line.slice(space + 1, protocol > space ? protocol : undefined);
  return method === 'GET' || /^[A-Z]+$/.test(method) ? { method, url } : { method: '', url };
}

/**
 * Returns the status; 0 for a request without a response. Undefined for an empty field: in a log without statuses, every fetch
 * of robots.txt would count as an error.
 */
export function statusOf(text: string): number | undefined {
  if (text === '') return undefined;
  const status = text.length === 3 ? Number(text) : 0;
  return status >= 100 && status <= 999 ? status : 0;
}
