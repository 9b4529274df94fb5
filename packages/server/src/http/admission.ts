/** Admits or rejects requests by their headers alone. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_REQUEST_URL_LENGTH, type ServerLimits, type ServerOptions } from '../options.js';
import { Problem, retryAfter } from './problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requires the token, if there is one, and counts for the rate of the client. */
    secured?: boolean;
  }
}

const DAY_SECONDS = 86_400;

type Admission = Pick<ServerOptions, 'token' | 'cors' | 'requestsPerMinute'>;

/** Adds the checks, cheapest first. A request that fails one gets its problem document. */
export async function admission(
  app: FastifyInstance,
  { token, cors: origins = [], requestsPerMinute = Number.POSITIVE_INFINITY }: Admission,
  limits: ServerLimits,
): Promise<void> {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  /** The last accepted host. Parsing the host of every request would be the most expensive check. */
  let knownHost: string | undefined;
  const checkHeader = ({ headers, raw }: FastifyRequest): void => {
    if (isClosing) {
      const detail =
        'The service is shutting down. Use another instance, or try again in a few seconds.';
      throw new Problem('closing', detail, {
        headers: { 'retry-after': '5', connection: 'close' },
      });
    }
    const hosts = hostFields(raw.rawHeaders);
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) {
      const what = hosts === 0 ? 'no Host field' : 'more than one Host field';
      throw new Problem('invalid-request', `The request has ${what}. Send one.`);
    }
    const coding = headers['content-encoding'];
    if (coding !== undefined && coding.toLowerCase() !== 'identity') {
      const detail = `The Content-Encoding ${JSON.stringify(coding)} is not supported. Send the body uncompressed.`;
      const accepted = { headers: { 'accept-encoding': 'identity' } };
      throw new Problem('unsupported-content-encoding', detail, accepted);
    }
    if (raw.url !== undefined && raw.url.length > MAX_REQUEST_URL_LENGTH) {
      const detail = `The URL has more than ${MAX_REQUEST_URL_LENGTH} characters. Shorten it.`;
      throw new Problem('request-url-too-long', detail);
    }
    if (token !== undefined || (headers.host !== undefined && headers.host === knownHost)) return;
    if (!isLoopbackHost(headers.host)) {
      const detail = `Without a token the service accepts requests only for localhost and 127.0.0.1, not for ${JSON.stringify(headers.host ?? '')}. Start it with a token to use other host names.`;
      throw new Problem('wrong-host', detail);
    }
    knownHost = headers.host;
  };
  app.addHook('onRequest', (request, _reply, done) => done(thrownBy(() => checkHeader(request))));
  // Before the token check: preflight requests have no token, and browsers must be able to read errors.
  if (origins.length > 0) await addCors(app, origins);

  const checkToken = token === undefined ? undefined : bearerCheck(token);
  const rate = Number.isFinite(requestsPerMinute) ? rateLimit(requestsPerMinute) : undefined;
  const running = clientCounts(limits.concurrentRequests);
  const admit = (request: FastifyRequest): void => {
    if (isForeignPage(request, origins)) {
      const detail = 'The request comes from a web page of another origin. Allow it with --cors.';
      throw new Problem('cross-site', detail);
    }
    const { ip } = request;
    const seconds = rate?.(ip) ?? 0;
    if (seconds > 0) {
      const detail = `The limit is ${requestsPerMinute} requests per minute. Retry after ${seconds} s.`;
      throw new Problem('too-many-requests', detail, retryAfter(seconds));
    }
    checkToken?.(request.headers.authorization);
    if (!running.add(ip)) {
      const detail = 'Too many concurrent requests. Try again in a moment.';
      throw new Problem('busy', detail, retryAfter(1));
    }
    request.work.atEnd(() => running.remove(ip));
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { secured = false } = request.routeOptions.config;
    done(secured ? thrownBy(() => admit(request)) : undefined);
  });
}

function thrownBy(check: () => void): Error | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Lets pages of these origins send requests from a browser. */
async function addCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  const isAllowed = (origin: string | undefined) =>
    origin !== undefined && origins.includes(origin);
  await app.register(cors, {
    // With `false`, a preflight request from another origin is treated as an ordinary request and gets 405.
    origin: (origin, done) => done(null, isAllowed(origin)),
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: DAY_SECONDS,
    strictPreflight: false,
  });
  app.addHook('onRequest', ({ headers }, reply, done) => {
    if (isAllowed(headers.origin)) reply.header('cross-origin-resource-policy', 'cross-origin');
    done();
  });
}

/** RFC 9112 3.2: an HTTP/1.1 request without a Host field, or with several, must get 400. Node.js uses the first. */
function hostFields(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

const WINDOW_MS = 60_000;
/** More clients than this per minute start a new window early, so that memory is bounded. */
const MAX_CLIENTS = 100_000;

/**
 * Returns a function that counts a request, and returns 0, or in how many seconds the client may try again if it has
 * exceeded the limit per minute. All clients share one window on a monotonic clock: the wall clock may be set back, after
 * which a window on it would last for years.
 * @param now returns milliseconds on a monotonic clock
 */
export function rateLimit(
  max: number,
  now: () => number = () => performance.now(),
): (client: string) => number {
  const counts = new Map<string, number>();
  let end = 0;
  return (client) => {
    if (now() >= end || counts.size >= MAX_CLIENTS) {
      counts.clear();
      end = now() + WINDOW_MS;
    }
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count <= max ? 0 : Math.ceil((end - now()) / 1000);
  };
}

/** Counts running requests. A client may have no more than are left for others. */
function clientCounts(max: number) {
  const perClient = new Map<string, number>();
  let total = 0;
  return {
    /** Returns false, and adds nothing, if there are too many. */
    add(client: string): boolean {
      const ofClient = perClient.get(client) ?? 0;
      if (ofClient >= max - total) return false;
      total++;
      perClient.set(client, ofClient + 1);
      return true;
    },
    remove(client: string): void {
      total--;
      const left = (perClient.get(client) ?? 1) - 1;
      if (left === 0) perClient.delete(client);
      else perClient.set(client, left);
    },
  };
}

/**
 * Web pages can send simple requests to any address, unread but with all effects. Browsers say where a request comes from;
 * other clients do not send this header.
 */
function isForeignPage({ headers }: FastifyRequest, origins: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return headers.origin === undefined || !origins.includes(headers.origin);
}

/** Returns a function that throws a Problem unless the Authorization header (RFC 6750 2.1) contains the token. */
export function bearerCheck(token: string): (authorization: string | undefined) => void {
  const wanted = digest(token);
  return (authorization = '') => {
    const given = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization)?.[1];
    // Comparing digests in constant time reveals neither the token nor its length.
    if (given !== undefined && timingSafeEqual(digest(given), wanted)) return;
    const detail = 'Send the header "Authorization: Bearer TOKEN" with a valid token.';
    const headers = { 'www-authenticate': 'Bearer realm="repkit"' };
    throw new Problem('unauthorized', detail, { headers });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Returns whether a Host header names this machine. A web page can make its own host name resolve to 127.0.0.1 and then
 * send requests to the service (DNS rebinding), but its Host header still contains that name.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ''}/`);
  if (url === null || url.pathname !== '/' || url.username !== '') return false;
  return isLoopbackName(url.hostname.replace(/^\[|\]$/g, ''));
}

/** Returns whether a host name or address (IPv6 without brackets) is on the loopback interface. */
export function isLoopbackName(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  if (isIP(name) === 6) return name === '::1';
  return name === 'localhost' || name.endsWith('.localhost');
}
