/** Who is let in: before anything is read of a request but its header. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MOST_REQUEST_URL_CHARACTERS, type ServerLimits } from '../limits.js';
import type { ServerOptions } from '../options.js';
import { bearerCheck } from './bearer.js';
import { corsAnswer } from './cors.js';
import { isLoopbackHost } from './loopback-host.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Wants the token, where there is one, and counts for the rate of a client. */
    secured?: boolean;
  }
}

const A_MINUTE = 60_000;

type Admission = Pick<ServerOptions, 'token' | 'cors' | 'requestsPerMinute'>;

/** Adds the checks, in the order of their cost. A request that is not let in gets its problem document. */
export function admission(app: FastifyInstance, options: Admission, limits: ServerLimits): void {
  const { token, cors = [], requestsPerMinute = Number.POSITIVE_INFINITY } = options;
  const checkToken = token === undefined ? undefined : bearerCheck(token);
  const rateOf = Number.isFinite(requestsPerMinute)
    ? app.createRateLimit({ max: requestsPerMinute, timeWindow: A_MINUTE })
    : undefined;
  let isClosing = false;
  let underWay = 0;
  /** To parse it once more for each request of a client would be the dearest of the checks. */
  let knownHost: string | undefined;
  const checkHost = (request: FastifyRequest) => {
    const { host } = request.headers;
    if (host !== undefined && host === knownHost) return;
    if (!isLoopbackHost(host)) throw wrongHost(request);
    knownHost = host;
  };
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  /** What costs next to nothing; gives true where the answer is there already. */
  const admit = (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (isClosing) throw closing();
    if (request.raw.url !== undefined && request.raw.url.length > MOST_REQUEST_URL_CHARACTERS) {
      const detail = `It has more than ${MOST_REQUEST_URL_CHARACTERS} characters: shorten it.`;
      throw new Problem('request-url-too-long', detail);
    }
    if (token === undefined) checkHost(request);
    if (cors.length === 0) return false;
    const { headers, isPreflight } = corsAnswer(cors, request.method, request.headers);
    reply.headers(headers);
    if (isPreflight) reply.code(204).send();
    return isPreflight;
  };
  const letIn = (request: FastifyRequest): void => {
    checkToken?.(request.headers.authorization);
    if (underWay >= limits.requestsAtOnce) throw busy();
    underWay++;
    request.work.atEnd(() => underWay--);
  };
  // By callbacks: each promise of a hook is felt in the rate of the service.
  app.addHook('onRequest', (request, reply, done) => {
    try {
      if (admit(request, reply)) return;
      const { secured = false } = request.routeOptions.config;
      if (!secured) return done();
      if (rateOf === undefined) {
        letIn(request);
        return done();
      }
    } catch (error) {
      return done(error as Problem);
    }
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

function closing(): Problem {
  return new Problem('closing', 'Ask another instance, or again in a moment.', {
    headers: { 'retry-after': '5', connection: 'close' },
  });
}

function wrongHost(request: FastifyRequest): Problem {
  const host = JSON.stringify(request.headers.host ?? '');
  return new Problem(
    'wrong-host',
    `Without a token this service answers for localhost and 127.0.0.1, and not for ${host}: start it with a token.`,
  );
}

function tooOften(max: number, seconds: number): Problem {
  return new Problem('too-many-requests', `${max} requests a minute are let through: wait.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

function busy(): Problem {
  return new Problem('busy', 'Ask again in a moment.', { headers: { 'retry-after': '1' } });
}
