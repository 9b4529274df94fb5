/** Requests that try to take the service down: they hold connections, memory or the event loop. */
import type { RawClients } from './raw-clients.js';

/** Clients that send a request but do not read the response. */
export const UNREAD_CLIENTS = 60;

/** Requests of one kind, sent by several clients as fast as the service responds. */
export interface Attack {
  readonly name: string;
  readonly path: string;
  /** Of a POST; without it, the request is a GET. */
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The right statuses of the responses. */
  readonly statuses: readonly number[];
  /** Clients that write raw bytes in addition, or alone if `path` is empty. They come from other addresses. */
  readonly raw?: RawClients;
}

/** The sites that the requests name. */
export interface HostileSites {
  /** Its robots.txt has 55,000 rules, all of which match; its sitemap has 500,000 elements that never close. */
  readonly origin: string;
  /** Never responds, at all addresses of the loopback interface. */
  readonly silent: string;
}

/** 503 is right if the requests themselves take all capacity. */
const SERVED = [200, 503];

const bytes = (body: object): Buffer => Buffer.from(JSON.stringify(body));

/** 55,000 rules, all of which match. */
export const MATCHING = `User-agent: *\n${'Allow: /\n'.repeat(55_000)}`;
/** Twice as many lines as the parser accepts. */
const BAD = 'a\n'.repeat(500_000);
const SMALL = bytes({ robotsTxt: 'User-agent: *' });

const CHUNKED = 'Transfer-Encoding: chunked';

function rawPost(path: string, headers: string, type = 'application/json'): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${headers}\r\n\r\n`;
}

/** A stream whose first part of the body is `text`. */
export function rawStream(text: string): string {
  const header = rawPost('/v1/check/stream', CHUNKED, 'application/x-ndjson');
  return `${header}${text.length.toString(16)}\r\n${text}\r\n`;
}

function unread(path: string, body: Buffer): Pick<Attack, 'path' | 'statuses' | 'raw'> {
  const header = rawPost(path, `Content-Length: ${body.length}`);
  const first = Buffer.concat([Buffer.from(header), body]);
  return { path: '', statuses: [], raw: { count: UNREAD_CLIENTS, first } };
}

/** Lines of a stream that check sites of their own for each client. */
function silentSites(count: number, silent: string): string {
  const { port } = new URL(silent);
  const lines = Array.from({ length: count }, (_, at) => {
    // An address with two numbers (WHATWG URL), of which Linux routes all to the loopback interface.
    const url = `http://127.1NNN${`${at}`.padStart(3, '0')}:${port}/`;
    return `${JSON.stringify({ url, productToken: 'Bot' })}\n`;
  });
  return lines.join('');
}

/** An attack by raw clients, during which others lint a small file. */
function during(raw: RawClients): Omit<Attack, 'name'> {
  return { path: '/v1/lint', body: SMALL, statuses: [200], raw };
}

/** Attacks with few or cheap requests. */
function holdingAttacks({ origin, silent }: HostileSites): Attack[] {
  const [before = '', after = ''] = SMALL.toString('latin1').split('*');
  const check = JSON.stringify({ url: `${silent}/`, productToken: 'Bot' });
  const inline = JSON.stringify({ url: '/', productToken: 'Bot', robotsTxt: '', explain: true });
  return [
    {
      name: 'bodies that drip after early responses, 80 clients',
      ...during({ count: 80, first: rawPost('/nothing', CHUNKED), drip: '1\r\na\r\n' }),
    },
    {
      name: 'silent bodies of 2.9 MB, 23 clients; large lints of others',
      ...during({
        count: 23,
        first: rawPost('/v1/lint', 'Content-Length: 2900000').concat('{"robotsTxt":"'),
      }),
      body: bytes({ robotsTxt: '# \n'.repeat(100_000) }),
    },
    {
      name: 'bodies in chunks of one byte, 200 clients',
      ...during({
        count: 200,
        first: rawPost('/v1/lint', CHUNKED).concat('1\r\na\r\n'.repeat(100_000)),
        reconnectMs: 2000,
      }),
    },
    {
      name: 'idle streams, 600 from one client',
      ...during({ count: 600, first: rawStream('\n'), addresses: 1 }),
    },
    {
      name: 'streams of 5 MB of empty lines, 8 clients',
      ...during({ count: 8, first: rawStream('\n'.repeat(5_000_000)) }),
    },
    {
      name: 'unread streams, 100 clients',
      ...during({ count: 100, first: rawStream(`${inline}\n`.repeat(20_000)) }),
    },
    {
      name: 'canceled streams about a silent site, 100 clients',
      ...during({ count: 100, first: rawStream(`${check}\n`.repeat(60)), reconnectMs: 1000 }),
    },
    {
      name: 'checks of 32,000 silent sites, 500 streams of 50 clients',
      ...during({ count: 500, addresses: 50, first: rawStream(silentSites(64, silent)) }),
    },
    {
      name: 'malformed requests, 200 clients',
      ...during({
        count: 200,
        first: `CONNECT a:1 HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n${'\0'.repeat(60_000)}`,
        reconnectMs: 200,
      }),
    },
    {
      name: 'requests that end after their head, 200 clients',
      ...during({
        count: 200,
        first: rawPost('/v1/lint', 'Content-Length: 100'),
        halfCloses: true,
        reconnectMs: 200,
      }),
    },
    {
      name: 'streams that end in a chunk, 100 clients',
      ...during({
        count: 100,
        first: `${rawStream(`${inline}\n`.repeat(100))}5\r\nab`,
        halfCloses: true,
        reconnectMs: 200,
      }),
    },
    {
      name: 'invalid UTF-8',
      path: '/v1/lint',
      body: Buffer.from(`${before}\xff${after}`, 'latin1'),
      statuses: [400],
    },
    {
      name: 'JSON of 32,000 levels',
      path: '/v1/lint',
      body: Buffer.from('['.repeat(32_000) + ']'.repeat(32_000)),
      statuses: [422],
    },
    {
      name: 'JSON of 7,000 members',
      path: '/v1/lint',
      body: bytes(Object.fromEntries(Array.from({ length: 7000 }, (_, at) => [`m${at}`, 0]))),
      statuses: [422],
    },
    {
      name: 'preferences for something that is not a URL',
      path: '/v1/preferences',
      body: bytes({ robotsTxt: '', url: 'mailto:x', tdmrep: '[]' }),
      statuses: [422],
    },
    {
      name: 'cross-site requests of a web page',
      path: `/v1/robots?refresh=true&origin=${encodeURIComponent(origin)}`,
      headers: { 'sec-fetch-site': 'cross-site' },
      statuses: [403],
    },
    {
      name: 'sitemap of elements that never close',
      path: `/v1/sitemap?origin=${encodeURIComponent(origin)}`,
      statuses: SERVED,
    },
    // Last, because memory is measured per process and this attack raises it the most.
    {
      name: 'unread pipelined requests, 500 clients',
      path: '',
      statuses: [],
      raw: {
        count: 500,
        first: 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1400),
      },
    },
  ];
}

export function hostileRequests(sites: HostileSites): Attack[] {
  const many = Array.from({ length: 2000 }, (_, at) => `/${at}`);
  const explained = { productTokens: ['Bot'], explain: true };
  const ofSite = (count: number) => many.slice(0, count).map((path) => sites.origin + path);
  const stars = Array.from({ length: 3000 }, (_, at) => `Disallow: /*a${at}*b${at % 7}*c\n`);
  const complex = `User-agent: *\n${stars.join('')}`;
  const given = bytes({ urls: many, ...explained, robotsTxt: MATCHING });
  const lint = bytes({ robotsTxt: BAD });
  const post = (name: string, path: string, body: Buffer): Attack => ({
    name,
    path,
    body,
    statuses: SERVED,
  });
  return [
    post('lint of bad lines', '/v1/lint', lint),
    post('lint of complex rules', '/v1/lint', bytes({ robotsTxt: complex })),
    post(
      'diff of complex rules',
      '/v1/diff',
      bytes({ before: complex, after: `${complex}Allow: /*a1*c\n` }),
    ),
    post('explained checks, given file', '/v1/check', given),
    post('explained checks, site, 50 URLs', '/v1/check', bytes({ urls: ofSite(50), ...explained })),
    post(
      'explained checks, site, 2,000 URLs',
      '/v1/check',
      bytes({ urls: ofSite(2000), ...explained }),
    ),
    { name: 'unread lints', ...unread('/v1/lint', lint) },
    {
      name: 'unread large responses',
      ...unread(
        '/v1/check',
        bytes({
          urls: Array.from({ length: 90 }, (_, at) => `/${'a'.repeat(8000)}${at}`),
          productTokens: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
          robotsTxt: '',
        }),
      ),
    },
    ...holdingAttacks(sites),
  ];
}
