/** Writes requests as nginx, Caddy, CloudFront and IIS log them. */

export type LogName = 'nginx' | 'vhost' | 'proxy' | 'caddy' | 'cloudfront' | 'iis';

export interface LoggedRequest {
  /** ISO 8601; nginx writes the time in this zone. */
  readonly time: string;
  readonly address: string;
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The User-Agent header. */
  readonly header: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns a line in the combined format. */
function combined({ time, address, method, url, status, header }: LoggedRequest): string {
  const [, year, month, day, clock, zone = ''] = /^(\d+)-(\d+)-(\d+)T([\d:]{8})(Z|[+-][\d:]{5})$/.exec(time) ?? [];
  const offset = zone === 'Z' ? '+0000' : zone.replace(':', '');
  const stamp = `${day}/${MONTHS[Number(month) - 1]}/${year}:${clock} ${offset}`;
  const code = String(status).padStart(3, '0');
  return `${address} - - [${stamp}] "${method} ${url} HTTP/1.1" ${code} 512 "-" "${header}"`;
}

/** https://caddyserver.com/docs/caddyfile/directives/log (checked 2026-11-29) */
function caddy({ time, address, host, method, url, status, header }: LoggedRequest): string {
  return JSON.stringify({
    level: 'info',
    ts: Date.parse(time) / 1000,
    logger: 'http.log.access.log0',
    msg: 'handled request',
    request: {
      remote_ip: address,
      remote_port: '40404',
      client_ip: address,
      proto: 'HTTP/2.0',
      method,
      host,
      uri: url,
      headers: { 'User-Agent': [header], Accept: ['*/*'] },
    },
    bytes_read: 0,
    user_id: '',
    duration: 0.001,
    size: 512,
    status,
  });
}

const CLOUDFRONT_FIELDS =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query ' +
  'cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for';

function cloudfront({ time, address, host, method, url, status, header }: LoggedRequest): string {
  const [date, clock] = utc(time);
  const [stem, query = '-'] = url.split('?');
  return [
    ...[date, clock, 'FRA50-C1', '512', address, method, 'd111111abcdef8.cloudfront.net', stem],
    ...[status, '-', encodeURI(header), query, '-', 'Hit', 'id==', host, 'https', '64', '0.001', '-'],
  ].join('\t');
}

const IIS_FIELDS =
  'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus ' +
  'sc-win32-status time-taken';

function iis({ time, address, method, url, status, header }: LoggedRequest): string {
  const [date, clock] = utc(time);
  const [stem, query = '-'] = url.split('?');
  return [
    ...[date, clock, '10.0.0.1', method, stem, query, '443', '-', address],
    ...[header.replaceAll(' ', '+'), '-', status, '0', '0', '15'],
  ].join(' ');
}

function utc(time: string): readonly string[] {
  return new Date(time).toISOString().slice(0, 19).split('T');
}

interface Format {
  readonly head: readonly string[];
  readonly line: (request: LoggedRequest) => string;
}

export const FORMATS: Readonly<Record<LogName, Format>> = {
  nginx: { head: [], line: combined },
  vhost: { head: [], line: (request) => `${request.host} ${combined(request)}` },
  // The address of the connection is that of a proxy.
  proxy: {
    head: [],
    line: (request) => `${combined({ ...request, address: '10.0.0.9' })} "${request.address}"`,
  },
  caddy: { head: [], line: caddy },
  cloudfront: { head: ['#Version: 1.0', `#Fields: ${CLOUDFRONT_FIELDS}`], line: cloudfront },
  iis: {
    head: [
      '#Software: Microsoft Internet Information Services 10.0',
      ...['#Version: 1.0', '#Date: 2026-11-01 00:00:00', `#Fields: ${IIS_FIELDS}`],
    ],
    line: iis,
  },
};
