/** Gives each request an id, the common headers and a signal, and logs and counts it when it ends. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { ServerLimits } from '../options.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Aborted when the client has disconnected or the time for the result is over. Fastify's own signal is aborted once a
     * body has been read.
     */
    ended: AbortSignal;
  }
}

/**
 * Headers of responses unless a route sets others. They keep JSON that a browser displays from loading anything or being framed.
 */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** nginx logs this status if the client closes the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

const SECOND = 1000;
/** Upper bounds of the buckets of durations, in seconds. */
export const DURATION_BUCKETS: number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const newRequestId = (): string => randomUUID();

export function observeRequests(app: FastifyInstance, registry: Registry, { responseMs }: ServerLimits): void {
  const durations = new Histogram({
    name: 'repkit_http_request_duration_seconds',
    help: 'Request duration by operation and status.',
    labelNames: ['method', 'path', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'repkit_http_requests_in_flight',
    help: 'Requests in progress.',
    registers: [registry],
  });
  app.decorateRequest('ended');
  app.addHook('onRequest', (request, reply, done) => {
    dropForwardedPorts(request);
    const { method, ip: client } = request;
    const controller = new AbortController();
    request.ended = controller.signal;
    const deadline = setTimeout(() => controller.abort(tookTooLong(responseMs)), responseMs);
    inFlight.inc();
    reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id });
    reply.raw.once('close', () => {
      clearTimeout(deadline);
      const isComplete = reply.raw.writableFinished;
      if (!isComplete) controller.abort();
      const path = pathOf(request);
      const status = isComplete ? reply.statusCode : CLIENT_CLOSED_REQUEST;
      const { elapsedTime } = reply;
      inFlight.dec();
      durations.observe({ method, path, status }, elapsedTime / SECOND);
      const ms = Math.round(elapsedTime * 10) / 10;
      request.log.info({ method, path, status, ms, client }, 'request completed');
    });
    done();
  });
}

/**
 * Removes the ports from X-Forwarded-For, which proxies such as Azure Application Gateway add. Fastify would report each
 * connection as another client.
 */
function dropForwardedPorts({ raw: { headers } }: FastifyRequest): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const addresses = String(forwarded).split(',');
  headers['x-forwarded-for'] = addresses.map((address) => address.replace(ADDRESS_AND_PORT, '$1$2')).join(',');
}

/** `192.0.2.1:443`, `[2001:db8::1]:443`, or `[2001:db8::1]`. */
const ADDRESS_AND_PORT = /^\s*(?:([\d.]+):\d+|\[([\da-f:.]+)\](?::\d+)?)\s*$/i;

function tookTooLong(responseMs: number): Problem {
  const detail = `The result was not ready after ${responseMs / SECOND} s. Check fewer URLs per request.`;
  return new Problem('took-too-long', detail);
}

/**
 * Returns the path of the matched route, or `unknown`. Other paths and queries are not logged, since they may contain secrets.
 */
function pathOf({ routeOptions, is404 }: FastifyRequest): string {
  return is404 ? 'unknown' : (routeOptions.url ?? 'unknown');
}
