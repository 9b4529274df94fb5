/** The service: the operations, and what holds for each request. It does not listen. */
import { randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Clients, StoreWatch } from './clients.js';
import { admission } from './http/admission.js';
import {
  addOperation,
  EndOfTurn,
  JSON_TYPE,
  type Operation,
  type Services,
} from './http/operation.js';
import { answerClientError, PROBLEM_MEDIA_TYPE, Problem, requestProblem } from './http/problem.js';
import { Deadlines, HeldMemory, type RequestBounds, RequestWork } from './http/request-work.js';
import { Metrics } from './metrics.js';
import { openApiDocument } from './openapi.js';
import {
  DEFAULT_LIMITS,
  HEADERS_CHECK_MS,
  type ServerLimits,
  type ServerOptions,
  SMALL_BYTES,
} from './options.js';
import { addPages, COMMON_HEADERS } from './pages/add-pages.js';
import { checkOperation, checkStreamOperation } from './routes/check.js';
import { diffOperation, formatOperation, lintOperation } from './routes/files.js';
import { healthOperation, metricsOperation, readyOperation } from './routes/health.js';
import { forgetOperation, robotsOperation } from './routes/robots.js';
import { AnalysisPool } from './work/analysis-pool.js';
import { checkValueCount } from './work/json.js';
import { isPauseDue, pause } from './work/pause.js';

/** Levels of the log at which it has a line for each request. */
const LOGS_REQUESTS: readonly string[] = ['trace', 'debug', 'info'];

/** As an access log of nginx has it: the client went away before the answer. */
const CLIENT_GONE = 499;

/** Makes the service. Throws a TypeError with a sentence where an option cannot be; `close` of what it gives ends all. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const limits: ServerLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    // Ajv would else read "1" as a number, drop members that nobody knows, and count a text's characters one by one.
    ajv: {
      customOptions: {
        ...{ coerceTypes: false, removeAdditional: false, useDefaults: false },
        unicode: false,
        // It would say at each start that this option is an old one.
        logger: false,
      },
    },
    // Each body has a schema that lets no member pass which it does not know: no need to look for `__proto__` in its text.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    logger:
      options.log === undefined
        ? false
        : { level: options.log.level, stream: options.log, base: null },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger for each request is dear; the lines of a request name its id themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    clientErrorHandler: answerClientError,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(HEADERS_CHECK_MS, limits.headersMs),
    },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    // Answered by the hook that knows of problem documents.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
  });
  addJsonParser(app);
  const { store, userAgent, guard, transport, clock = Date.now, policy = 'rfc9309' } = options;
  const clients = new Clients({ store, userAgent, policy, guard, transport, clock });
  const memory = new HeldMemory(limits);
  const analyses = new AnalysisPool(limits);
  const metrics = new Metrics({ heldBytes: () => memory.bytes, analyses: () => analyses.waiting });
  const watch = new StoreWatch(store, clock);
  const services: Services = { clients, limits, metrics, watch, analyses };
  const operations = operationsOf(services);

  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request) => {
    throw notFound(app, request);
  });
  await app.register(rateLimit, { global: false });
  const logsRequests = options.log !== undefined && LOGS_REQUESTS.includes(options.log.level);
  const { receiveMs, answerMs, sendMs, idleMs } = limits;
  const deadlines = new Deadlines(Math.min(receiveMs, answerMs, sendMs, idleMs));
  const bounds: RequestBounds = { limits, deadlines, memory };
  app.decorateRequest('work');
  app.addHook('onRequest', (request, reply, done) => {
    request.work = new RequestWork(request, reply, bounds);
    observe(request, reply, metrics, logsRequests);
    done();
  });
  await admission(app, options, limits);
  const endOfTurn = new EndOfTurn();
  for (const operation of operations) {
    // A scope of its own: the parser of a stream is for streams alone.
    await app.register(async (scope) => addOperation(scope, operation, endOfTurn));
  }
  const document = openApiDocument(operations, options.token !== undefined);
  await addPages(app, document, options.pages);
  // Whoever mistyped its URL would else hear of it from /readyz alone: without it the service goes on by itself.
  app.addHook('onListen', async () => {
    const { name, state } = await services.watch.health();
    if (state === 'answering') return;
    const { problem } = services.watch;
    app.log.warn({ store: name, problem }, 'the store does not answer, and is asked again');
  });
  app.addHook('onClose', async () => {
    await Promise.all([clients.close(), analyses.close()]);
    deadlines.close();
    metrics.close();
    await store.close();
  });
  return app;
}

/** Large bodies that are complete in the same turn of the event loop are parsed in turns of their own. */
function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser(JSON_TYPE);
  app.addContentTypeParser<string>(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    const parseNow = () => {
      try {
        checkValueCount(body);
      } catch (error) {
        return done(error as Problem);
      }
      parse(request, body, done);
    };
    if (isPauseDue() && body.length >= SMALL_BYTES) {
      pause(request.work.signal).then(parseNow, done);
    } else parseNow();
  });
}

function operationsOf(services: Services): Operation[] {
  return [
    checkOperation(services),
    checkStreamOperation(services),
    lintOperation(services),
    diffOperation(services),
    formatOperation(services),
    robotsOperation(services),
    forgetOperation(services),
    healthOperation,
    readyOperation(services),
    metricsOperation(services),
  ];
}

/** The id, the headers and the figures of a request, and its line in the log. */
function observe(
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: Metrics,
  isLogged: boolean,
): void {
  const { id: requestId, method } = request;
  const path = pathOf(request);
  metrics.began();
  reply.headers(COMMON_HEADERS).header('x-request-id', requestId);
  request.work.atEnd(() => {
    const { elapsedTime } = reply;
    const status = request.work.isAnswered ? reply.statusCode : CLIENT_GONE;
    metrics.ended(method, request.routeOptions.config.metricPath ?? path, status, elapsedTime);
    if (!isLogged) return;
    const ms = Math.round(elapsedTime * 10) / 10;
    const { ip: client } = request;
    request.log.info({ requestId, method, path, status, ms, client }, 'answered');
  });
}

/** The path of what was found: what stands in a URL that nobody knows, or in a query, is not repeated. */
function pathOf({ routeOptions, is404 }: FastifyRequest): string {
  return is404 ? 'none' : (routeOptions.url ?? 'none');
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { bodyType = JSON_TYPE } = request.routeOptions.config;
  const problem = requestProblem(error, bodyType) ?? failure(error, request);
  reply
    .code(problem.status)
    .headers(problem.headers)
    .type(PROBLEM_MEDIA_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem.document(request.id)));
}

/** What failed is for the log, and not for strangers. Whoever has gone is no failure. */
function failure(error: unknown, request: FastifyRequest): Problem {
  if (!request.raw.socket.destroyed) {
    request.log.error({ requestId: request.id, err: error }, 'the service failed');
  }
  return new Problem(
    'service-failed',
    'This is a fault of the service: report it with the requestId, which is in its log.',
  );
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'] as const;

function notFound(app: FastifyInstance, request: FastifyRequest): Problem {
  const url = request.url.split('?')[0] ?? '';
  const known = METHODS.filter((method) => app.hasRoute({ method, url }));
  if (known.length === 0) return new Problem('not-found', 'See /docs for what there is.');
  const allow = known.join(', ');
  return new Problem('method-not-allowed', `Here it is ${allow}.`, { headers: { allow } });
}
