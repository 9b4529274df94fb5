/** The scripted server: one origin per behavior of behaviors.ndjson, and what a crawler did there. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { read } from './suite.mjs';

/**
 * A response. `fault` breaks the connection; `padding` is a number of bytes of comments after the body, or before it.
 *
 * @typedef {{ status?: number, headers?: Record<string, string>, body?: string, encoding?: 'gzip' | 'br', padding?: number,
 *   paddingFirst?: boolean, delayMs?: number, fault?: 'reset' | 'close' | 'truncate' | 'silence' | 'stall' | 'raw' }} Response
 * @typedef {{ id: string, clause: string, source: string, level: 'must' | 'should' | 'may',
 *   expected: 'rules' | 'allow-all' | 'disallow-all', requests: number, why: string, robots: Response[] }} Behavior `requests` is how many
 *   requests for robots.txt a careful client makes, with those that follow redirects; the last response repeats
 * @typedef {Behavior & { origin: string, observed: { robots: number, paths: string[] } }} Site
 */

/** The body of rules in the table: all crawlers, without /private. */
const RULES = 'User-agent: *\nDisallow: /private\n';
const PAGE = '<!doctype html><title>Test site</title><a href="/open">open</a> <a href="/private">private</a>\n';
const PAGES = ['/', '/open', '/private'];

/** @returns {Behavior[]} */
export function behaviors() {
  return read('behaviors.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * Returns what a crawler did against the expected decision, or null.
 *
 * @param {Site} site
 */
function problemOf({ expected, level, requests, observed: { robots, paths } }) {
  /** @type {Record<Site['expected'], string[]>} */
  const forbiddenBy = { rules: ['/private'], 'allow-all': [], 'disallow-all': PAGES };
  const fetched = level === 'may' ? undefined : paths.find((path) => forbiddenBy[expected].includes(path));
  if (fetched !== undefined) return `fetched ${fetched}, which is disallowed`;
  return robots > requests ? `${robots} requests for robots.txt instead of ${requests}` : null;
}

/** @param {Response} response */
function bodyOf({ body = '', padding = 0, paddingFirst = false, encoding }) {
  const comment = padding > 0 ? `${'#'.repeat(padding)}\n` : '';
  const text = paddingFirst ? comment + body : body + comment;
  if (encoding === 'gzip') return gzipSync(text);
  return encoding === 'br' ? brotliCompressSync(text) : Buffer.from(text);
}

/**
 * @param {import('node:http').ServerResponse} reply
 * @param {Response} response
 */
async function send(reply, response) {
  const { status = 200, headers = {}, encoding, delayMs = 0, fault } = response;
  const { socket } = reply;
  if (fault === 'silence' || socket === null) return;
  if (fault === 'reset') return void socket.resetAndDestroy();
  if (fault === 'close') return void socket.destroy();
  if (fault === 'raw') return void socket.end(response.body ?? '');
  await delay(delayMs);
  const body = bodyOf(response);
  const isShort = fault === 'truncate' || fault === 'stall';
  reply.writeHead(status, {
    'Content-Type': 'text/plain',
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(status >= 200 && status !== 204 && status !== 304 && { 'Content-Length': body.length + (isShort ? 999 : 0) }),
    ...headers,
  });
  if (!isShort) return void reply.end(body);
  reply.write(body);
  if (fault === 'truncate') setTimeout(() => socket.destroy(), 50);
}

/**
 * Returns the response for a path that redirects lead to.
 *
 * @param {string} path
 * @returns {Response}
 */
function targetOf(path) {
  const [, hops] = /^\/hop\/(\d)$/.exec(path) ?? [];
  if (path === '/rules' || hops === '0') return { body: RULES };
  if (hops !== undefined) return { status: 302, headers: { Location: `/hop/${Number(hops) - 1}` } };
  return path === '/trouble' ? { status: 500 } : { status: 404, body: RULES };
}

/**
 * @param {number} port 0 for any free one
 * @param {(path: string, reply: import('node:http').ServerResponse) => void | Promise<void>} answer
 */
async function listen(port, answer) {
  const server = createServer((request, reply) => {
    reply.on('error', () => {});
    void answer(request.url ?? '', reply);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${address.port}`, close };
}

/**
 * Starts the server: a report at the first port, and one origin per behavior at the following ones.
 *
 * @param {number} port the first port, or 0 for any free ones
 * @param {readonly Behavior[]} [table]
 */
export async function serve(port, table = behaviors()) {
  /** @type {Site[]} */
  const sites = [];
  const json = () => {
    const rows = sites.map((site) => ({ ...site, robots: undefined, problem: problemOf(site) }));
    return `${JSON.stringify(rows, undefined, 2)}\n`;
  };
  const next = (/** @type {number} */ index) => (port === 0 ? 0 : port + index);
  const report = await listen(next(0), (_, reply) =>
    send(reply, { headers: { 'Content-Type': 'application/json' }, body: json() }),
  );
  const other = await listen(next(1), (path, reply) => send(reply, targetOf(path)));
  const servers = [report, other];
  for (const [index, behavior] of table.entries()) {
    /** @type {string[]} */
    const paths = [];
    const observed = { robots: 0, paths };
    let asked = 0;
    const server = await listen(next(index + 2), (path, reply) => {
      if (PAGES.includes(path)) {
        paths.push(path);
        return send(reply, { headers: { 'Content-Type': 'text/html' }, body: PAGE });
      }
      observed.robots += 1;
      if (path !== '/robots.txt') return send(reply, targetOf(path));
      const response = behavior.robots[Math.min(asked++, behavior.robots.length - 1)] ?? {};
      const { headers = {} } = response;
      const location = headers.Location?.replace('{other}', other.origin);
      return send(reply, {
        ...response,
        headers: { ...headers, ...(location && { Location: location }) },
      });
    });
    servers.push(server);
    sites.push({ ...behavior, origin: server.origin, observed });
  }
  const close = () => Promise.all(servers.map((server) => server.close()));
  return { report: report.origin, sites, close };
}
