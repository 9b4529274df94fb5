/**
 * One JSON object per line, as Caddy, Cloudflare Logpush, Fastly, Traefik and nginx with `escape=json` write them. A prefix
 * before the object, such as that of syslog, is ignored.
 */
import {
  addressOf,
  type LineReader,
  type LogFields,
  type LogPart,
  requestOf,
  splitRequestLine,
  statusOf,
} from './log-request.js';
import { epochTime, isoTime, LogClock } from './log-time.js';

/** The keys of each part, the best first; a dot separates the keys of nested objects. */
const KEYS: Readonly<Record<LogPart, readonly string[]>> = {
  time: [
    ...['ts', 'EdgeStartTimestamp', 'StartUTC', 'time_iso8601', 'time_local', 'msec'],
    ...['timestamp', '@timestamp', 'time', 'time_start'],
  ],
  ip: [
    ...['request.client_ip', 'request.remote_ip', 'ClientIP', 'ClientHost', 'ClientAddr'],
    ...['client_ip', 'clientip', 'remote_addr', 'remote_ip', 'ip'],
  ],
  host: [...['request.host', 'ClientRequestHost', 'RequestHost', 'http_host', 'host', 'server_name'], 'vhost'],
  method: [...['request.method', 'ClientRequestMethod', 'RequestMethod', 'request_method', 'method'], 'request_type'],
  url: [...['request.uri', 'ClientRequestURI', 'RequestPath', 'request_uri', 'request_url', 'uri'], ...['url', 'path']],
  status: ['status', 'EdgeResponseStatus', 'DownstreamStatus', 'response_status', 'status_code', 'response'],
  agent: [
    ...['request.headers.User-Agent', 'ClientRequestUserAgent', 'request_User-Agent'],
    ...['http_user_agent', 'request_user_agent', 'user_agent', 'userAgent', 'agent', 'ua'],
  ],
};

/** Returns a reader of JSON lines. */
export function jsonLinesReader(fields: LogFields): LineReader {
  const clock = new LogClock();
  const pathsTo = (part: LogPart) => {
    const field = fields[part];
    return (field === undefined ? KEYS[part] : [field]).flatMap(pathsOf);
  };
  const paths = {
    time: pathsTo('time'),
    ip: pathsTo('ip'),
    host: pathsTo('host'),
    method: pathsTo('method'),
    url: pathsTo('url'),
    status: pathsTo('status'),
    agent: pathsTo('agent'),
  };
  return (line) => {
    const start = line.indexOf('{');
    if (start === -1) return line.trim() === '' ? 'no-request' : undefined;
    const object = parsed(line.slice(start));
    if (object === undefined) return undefined;
    if (isForwarded(object)) return 'no-request';
    const value = (part: LogPart) => valueText(firstValue(object, paths[part]));
    const time = firstValue(object, paths.time);
    const sent = splitRequestLine(valueText(valueAt(object, ['request'])) ?? '');
    // Next to a request line, another path may be rewritten and without its query.
    const isSent = sent.method !== '' && fields.url === undefined && fields.method === undefined;
    const { method, url } = isSent ? sent : { method: value('method') ?? sent.method, url: value('url') ?? sent.url };
    return requestOf({
      time: timeOf(time, clock),
      address: addressOf(value('ip') ?? ''),
      host: value('host'),
      method,
      url,
      status: statusOf(value('status') ?? ''),
      userAgent: value('agent'),
    });
  };
}

/**
 * Returns whether a CDN made the request to serve that of a client, which has a line of its own: a Worker of Cloudflare
 * (https://developers.cloudflare.com/logs/logpush/logpush-job/subrequests/), or a server of Fastly that fetched from another
 * one, as with shielding (checked 2026-11-30).
 */
function isForwarded(object: object): boolean {
  const isOfWorker =
    valueAt(object, ['WorkerSubrequest']) === true || valueAt(object, ['ClientRequestSource']) === 'edgeWorkerFetch';
  return isOfWorker || valueAt(object, ['fastly_is_edge']) === false;
}

/** Returns the ways to read a key: whole, and as nested keys. */
function pathsOf(key: string): readonly (readonly string[])[] {
  return key.includes('.') ? [[key], key.split('.')] : [[key]];
}

function firstValue(object: object, paths: readonly (readonly string[])[]): unknown {
  for (const path of paths) {
    const value = valueAt(object, path);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Returns a text or number as text, and the first item of a list, as Caddy writes headers. */
function valueText(value: unknown): string | undefined {
  const item = Array.isArray(value) ? value[0] : value;
  return typeof item === 'string' || typeof item === 'number' ? String(item) : undefined;
}

function timeOf(value: unknown, clock: LogClock): number {
  const text = valueText(value) ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return epochTime(Number(text));
  return text.charAt(2) === '/' ? clock.commonTime(text) : isoTime(text);
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
