/** Decides which requests are admitted, from their headers alone. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  MOST_REQUEST_URL_CHARACTERS,
  type ServerLimits,
  type ServerOptions,
  SMALL_BYTES,
} from '../options.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requires the token, if there is one, and counts for the rate of the client. */
    secured?: boolean;
  }
}

const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;

type Admission = Pick<ServerOptions, 'token' | 'cors' | 'requestsPerMinute'>;

/** Adds the checks, the cheapest first. A request that fails one gets its problem document. */
export async function admission(
  app: FastifyInstance,
  { token, cors: origins = [], requestsPerMinute = Number.POSITIVE_INFINITY }: Admission,
  limits: ServerLimits,
): Promise<void> {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  /** Parsed once: parsing the host of every request would be the most expensive check. */
  let knownHost: string | undefined;
  const checkHeader = ({ headers, raw }: FastifyRequest): void => {
    if (isClosing) throw closing();
    if (hasSecondHost(raw.rawHeaders)) throw severalHosts();
    const coding = headers['content-encoding'];
    if (coding !== undefined && coding.toLowerCase() !== 'identity')
      throw unsupportedCoding(coding);
    if (raw.url !== undefined && raw.url.length > MOST_REQUEST_URL_CHARACTERS) {
      const detail = `It has more than ${MOST_REQUEST_URL_CHARACTERS} characters. Shorten it.`;
      throw new Problem('request-url-too-long', detail);
    }
    if (token !== undefined || (headers.host !== undefined && headers.host === knownHost)) return;
    if (!isLoopbackHost(headers.host)) throw wrongHost(headers.host);
    knownHost = headers.host;
  };
  app.addHook('onRequest', (request, _reply, done) => done(thrownBy(() => checkHeader(request))));
  // Before the token is checked: preflight requests have none, and browsers must be able to read a refusal.
  if (origins.length > 0) await addCors(app, origins);

  const checkToken = token === undefined ? undefined : bearerCheck(token);
  let underWay = 0;
  const letIn = (request: FastifyRequest): void => {
    checkToken?.(request.headers.authorization);
    if (underWay >= limits.requestsAtOnce) throw busy();
    const bytes = bodyBytes(request, limits.bodyBytes);
    if (bytes > SMALL_BYTES) request.work.holdBody(bytes);
    underWay++;
    request.work.atEnd(() => underWay--);
  };
  const rateOf = Number.isFinite(requestsPerMinute)
    ? app.createRateLimit({ max: requestsPerMinute, timeWindow: MINUTE_MS })
    : undefined;
  // With callbacks: each promise in a hook lowers the rate of the service measurably.
  app.addHook('onRequest', (request, _reply, done) => {
    const { secured = false } = request.routeOptions.config;
    if (!secured) return done();
    if (rateOf === undefined) return done(thrownBy(() => letIn(request)));
    rateOf(request)
      .then((rate) => {
        if (!rate.isAllowed && rate.isExceeded) {
          throw tooOften(requestsPerMinute, rate.ttlInSeconds);
        }
        letIn(request);
      })
      .then(() => done(), done);
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

/** Lets pages of these origins send requests from a browser. Without any there are no CORS headers at all. */
async function addCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  const isAllowed = (origin: string | undefined) =>
    origin !== undefined && origins.includes(origin);
  await app.register(cors, {
    // `false` makes a preflight request of another origin an ordinary request, which gets its 405.
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

/** RFC 9112 3.2: a request with more than one Host field must get 400. Node.js keeps the first and drops the others. */
function hasSecondHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** The most memory that a body may need. Bodies of unknown length, and too long ones, are refused past the limit. */
function bodyBytes({ headers, routeOptions }: FastifyRequest, most: number): number {
  if (routeOptions.config.isStream) return 0;
  if (headers['transfer-encoding'] !== undefined) return most;
  const length = Number(headers['content-length'] ?? 0);
  return length > most ? 0 : length;
}

function severalHosts(): Problem {
  return new Problem('invalid-request', 'The request has several Host headers. Send one.');
}

function unsupportedCoding(coding: string): Problem {
  const detail = `The Content-Encoding ${JSON.stringify(coding)} is not supported. Send the body uncompressed.`;
  return new Problem('unsupported-content-encoding', detail, {
    headers: { 'accept-encoding': 'identity' },
  });
}

function closing(): Problem {
  return new Problem('closing', 'Use another instance, or try again in a moment.', {
    headers: { 'retry-after': '5', connection: 'close' },
  });
}

function wrongHost(host = ''): Problem {
  const detail = `Without a token, the service only serves localhost and 127.0.0.1, not ${JSON.stringify(host)}. Start it with a token.`;
  return new Problem('wrong-host', detail);
}

function tooOften(max: number, seconds: number): Problem {
  return new Problem(
    'too-many-requests',
    `The limit is ${max} requests per minute. Try again later.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  );
}

function busy(): Problem {
  return new Problem('busy', 'Try again in a moment.', { headers: { 'retry-after': '1' } });
}

/** Returns a check of the Authorization header (RFC 6750 2.1), which throws a Problem unless it has the token. */
export function bearerCheck(token: string): (authorization: string | undefined) => void {
  const wanted = digest(token);
  return (authorization = '') => {
    const given = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization)?.[1];
    // Compared in constant time; digests hide the length of the token too.
    if (given !== undefined && timingSafeEqual(digest(given), wanted)) return;
    throw new Problem('unauthorized', 'Send the token as Authorization: Bearer TOKEN.', {
      headers: { 'www-authenticate': 'Bearer realm="repkit"' },
    });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Whether a request is meant for this machine. A page can make its own name resolve to 127.0.0.1 and then send requests
 * to the service (DNS rebinding), but they still have that name in Host.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ''}/`);
  if (url === null || url.pathname !== '/' || url.username !== '') return false;
  return isLoopbackName(url.hostname.replace(/^\[|\]$/g, ''));
}

/** A name or an address, IPv6 without brackets. */
export function isLoopbackName(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  if (isIP(name) === 6) return name === '::1';
  return name === 'localhost' || name.endsWith('.localhost');
}
