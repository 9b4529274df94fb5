/** Admits or rejects requests by their headers alone. */
import { isIP } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import bearerAuth from '@fastify/bearer-auth';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_REQUEST_URL_LENGTH, type ServerLimits, type ServerOptions } from '../options.js';
import { NO_SUCH_PATH, Problem, retryAfter } from './problem.js';

const DAY_SECONDS = 86_400;
/** Clients whose requests are counted at the same time. */
const MAX_CLIENTS = 10_000;

type Admission = Pick<ServerOptions, 'token' | 'cors' | 'requestsPerMinute'>;

/** Adds the checks of all requests. A request that fails one gets its problem document. */
export async function admitRequests(app: FastifyInstance, { token, cors: origins = [] }: Admission): Promise<void> {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  addRequestCheck(app, (request) => {
    if (isClosing) throw closing();
    checkHeaders(request);
    if (token === undefined) checkHost(request);
  });
  // Before the token check: preflight requests have no token, and browsers must be able to read errors.
  if (origins.length > 0) await addCors(app, origins);
  // Before the body is read, which Fastify does for unknown paths too.
  addRequestCheck(app, (request) => {
    if (request.is404) throw notFound(app, request);
  });
  app.setNotFoundHandler((request) => {
    throw notFound(app, request);
  });
}

/** Adds the checks of the API: origin, rate, token and load. Pages and health checks need none of them. */
export async function secureRequests(
  app: FastifyInstance,
  { token, cors: origins = [], requestsPerMinute = Number.POSITIVE_INFINITY }: Admission,
  { memoryBytes }: ServerLimits,
): Promise<void> {
  addRequestCheck(app, (request) => checkSite(request, origins));
  if (Number.isFinite(requestsPerMinute)) {
    await app.register(rateLimit, {
      global: false,
      max: requestsPerMinute,
      timeWindow: '1 minute',
      cache: MAX_CLIENTS,
      errorResponseBuilder: (_request, { max, ttl }) => {
        const seconds = Math.ceil(ttl / 1000);
        const detail = `The limit is ${max} requests per minute. Retry after ${seconds} s.`;
        return new Problem('too-many-requests', detail, retryAfter(seconds));
      },
    });
    app.addHook('onRequest', app.rateLimit());
  }
  if (token !== undefined) await requireToken(app, token);
  addRequestCheck(app, () => checkMemory(memoryBytes));
}

/**
 * Does not call `process.memoryUsage`, as @fastify/under-pressure does: it needs a file descriptor, and without a free one its
 * exception would end the process.
 */
function checkMemory(limitBytes: number): void {
  // Responses that clients do not read are outside the heap.
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  if (heap + external < limitBytes) return;
  const detail = 'The service is overloaded. Try again in a few seconds.';
  throw new Problem('busy', detail, retryAfter(5));
}

/** Adds a check that throws a Problem. Without a promise: each takes 3 µs, and a request passes several checks. */
function addRequestCheck(app: FastifyInstance, check: (request: FastifyRequest) => void): void {
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      check(request);
      done();
    } catch (error) {
      done(error as Problem);
    }
  });
}

function closing(): Problem {
  const detail = 'The service is shutting down. Use another instance, or try again in a few seconds.';
  return new Problem('closing', detail, { headers: { 'retry-after': '5', connection: 'close' } });
}

function checkHeaders({ headers, raw }: FastifyRequest): void {
  // RFC 9112 3.2: a request without a Host field, or with several, must get 400. Node.js uses the first.
  const names = raw.rawHeaders.filter((_, at) => at % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
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
}

/** A web page can make its own host name resolve to 127.0.0.1 (DNS rebinding), but its Host header still contains that name. */
function checkHost({ headers: { host = '' } }: FastifyRequest): void {
  if (isLoopbackHost(host)) return;
  const detail = `Without a token the service accepts requests only for localhost and 127.0.0.1, not for ${JSON.stringify(host)}. Start it with a token to use other host names.`;
  throw new Problem('wrong-host', detail);
}

/**
 * Web pages can send simple requests to any address, unread but with all effects. Browsers say where a request comes from;
 * other clients do not send this header.
 */
function checkSite({ headers }: FastifyRequest, origins: readonly string[]): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  if (headers.origin !== undefined && origins.includes(headers.origin)) return;
  const detail = 'The request comes from a web page of another origin. Allow it with --cors.';
  throw new Problem('cross-site', detail);
}

/** Requires the token in the Authorization header (RFC 6750 2.1). */
async function requireToken(app: FastifyInstance, token: string): Promise<void> {
  await app.register(bearerAuth, {
    keys: [token],
    addHook: false,
    // The scheme is case-insensitive (RFC 9110 11.1).
    specCompliance: 'rfc6749',
    verifyErrorLogLevel: 'debug',
  });
  const { verifyBearerAuth } = app;
  app.addHook('onRequest', (request, reply, done) => {
    verifyBearerAuth?.(request, reply, (error) => {
      if (error === undefined) return done();
      const detail = 'Send the header "Authorization: Bearer TOKEN" with a valid token.';
      const headers = { 'www-authenticate': 'Bearer realm="repkit"' };
      done(new Problem('unauthorized', detail, { headers }));
    });
  });
}

/** Lets pages of these origins send requests from a browser. */
async function addCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  const isAllowed = (origin: string | undefined) => origin !== undefined && origins.includes(origin);
  await app.register(cors, {
    // With `false`, a preflight request from another origin is treated as an ordinary request and gets 405.
    origin: (origin, done) => done(null, isAllowed(origin)),
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: DAY_SECONDS,
    strictPreflight: false,
  });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (isAllowed(headers.origin)) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'] as const;

function notFound(app: FastifyInstance, request: FastifyRequest): Problem {
  const url = request.url.split('?')[0] ?? '';
  const known = METHODS.filter((method) => app.hasRoute({ method, url }));
  if (known.length === 0) return new Problem('not-found', NO_SUCH_PATH);
  const allow = known.join(', ');
  return new Problem('method-not-allowed', `Use one of: ${allow}.`, { headers: { allow } });
}

/** Returns whether a Host header names this machine. */
function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${host}/`);
  if (url === null || url.pathname !== '/' || url.username !== '') return false;
  return isLoopbackName(withoutBrackets(url.hostname));
}

/** Returns a host name or address without the brackets of IPv6. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** Returns whether a host name or address (IPv6 without brackets) is on the loopback interface. */
export function isLoopbackName(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  if (isIP(name) === 6) return name === '::1';
  return name === 'localhost' || name.endsWith('.localhost');
}
