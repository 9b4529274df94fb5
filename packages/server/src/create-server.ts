/** Assembles the Fastify application: operations, pages, hooks and error handling. It does not listen. */
import { randomUUID } from 'node:crypto';
import type { GuardOptions, Transport } from '@repkit/client';
import { WebTransport } from '@repkit/client/transport';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Clients, StoreMonitor } from './clients.js';
import { admission } from './http/admission.js';
import { Connections } from './http/connections.js';
import { addOperation, EndOfTurn, JSON_TYPE, type Operation } from './http/operation.js';
import { mustWait, pause } from './http/pause.js';
import { PROBLEM_MEDIA_TYPE, Problem, requestProblem, sendClientError } from './http/problem.js';
import {
  BodyMeter,
  Deadlines,
  HeldMemory,
  type RequestBounds,
  RequestWork,
} from './http/request-work.js';
import { Metrics } from './metrics.js';
import { DEFAULT_LIMITS, type ServerLimits, type ServerOptions, SMALL_BYTES } from './options.js';
import { addPages, COMMON_HEADERS } from './pages/add-pages.js';
import { openApiDocument } from './pages/openapi.js';
import { checkOperation } from './routes/check.js';
import { checkStreamOperation } from './routes/check-stream.js';
import { crawlersOperation } from './routes/crawlers.js';
import { diffOperation } from './routes/diff.js';
import { formatOperation } from './routes/format.js';
import { healthOperation, metricsOperation, readyOperation } from './routes/health.js';
import { lintOperation } from './routes/lint.js';
import { pageRulesOperation } from './routes/page-rules.js';
import { preferencesOperation } from './routes/preferences.js';
import { forgetOperation, robotsOperation } from './routes/robots.js';
import type { Services } from './routes/services.js';
import { sitemapOperation } from './routes/sitemap.js';
import { AnalysisPool, type StartAnalysisThreads } from './work/analysis-pool.js';
import { checkValueCount, utf8Text } from './work/json.js';

/** Log levels that include one line per request. */
const LOGS_REQUESTS: readonly string[] = ['trace', 'debug', 'info'];

/** nginx logs this status if the client closes the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Creates the service. Throws a TypeError that names an invalid option. `close` of the application closes the store too.
 *
 * @param startThreads starts what runs analyses (default: threads of the operating system)
 */
export async function createServer(
  options: ServerOptions,
  startThreads?: StartAnalysisThreads,
): Promise<FastifyInstance> {
  const limits: ServerLimits = { ...DEFAULT_LIMITS, ...options.limits };
  let connections: Connections | undefined;
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    // Fastify's defaults coerce "1" to a number and drop unknown members; `unicode` counts code points one by one.
    ajv: {
      customOptions: {
        ...{ coerceTypes: false, removeAdditional: false, useDefaults: false },
        unicode: false,
        // Ajv would log at each start that `unicode` is deprecated.
        logger: false,
      },
    },
    // The schemas reject unknown members, so searching each body for `__proto__` is unnecessary.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    logger:
      options.log === undefined
        ? false
        : { level: options.log.level, stream: options.log, base: null },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger per request is expensive; the log lines name the request id themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    clientErrorHandler: sendClientError,
    serverFactory: (handle) => {
      connections = new Connections(handle, limits);
      return connections.server;
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    // The admission hook responds with a problem document instead.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
  });
  addJsonParser(app);
  const { store, userAgent, guard, transport, clock = Date.now, policy = 'rfc9309' } = options;
  const { liveChecks } = limits;
  const clients = new Clients({ store, userAgent, policy, guard, transport, clock, liveChecks });
  const memory = new HeldMemory(limits);
  const analyses = new AnalysisPool(limits, startThreads);
  const metrics = new Metrics({
    connections: () => connections?.count ?? 0,
    droppedLogLines: () => options.log?.dropped?.() ?? 0,
    heldBytes: () => memory.bytes,
    analyses: () => analyses.waiting,
  });
  const storeMonitor = new StoreMonitor(store);
  const services: Services = { clients, limits, metrics, storeMonitor, analyses, clock };
  const sitemaps = transport ?? sitemapTransport(userAgent, guard);
  const operations = operationsOf(services, sitemaps);

  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request) => {
    throw notFound(app, request);
  });
  const logsRequests = options.log !== undefined && LOGS_REQUESTS.includes(options.log.level);
  const { receiveMs, responseMs, sendMs, idleMs } = limits;
  const deadlines = new Deadlines(Math.min(receiveMs, responseMs, sendMs, idleMs));
  const bounds: RequestBounds = { limits, deadlines, memory };
  app.decorateRequest('work');
  app.addHook('onRequest', (request, reply, done) => {
    request.work = new RequestWork(request, reply, bounds);
    request.work.receive();
    observe(request, reply, metrics, logsRequests);
    done();
  });
  await admission(app, options, limits);
  // Before the body is read, which Fastify does for unknown paths too.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? notFound(app, request) : undefined);
  });
  const endOfTurn = new EndOfTurn();
  for (const operation of operations) {
    // In its own scope, because the parser of a stream must not apply to other routes.
    await app.register(async (scope) => addOperation(scope, operation, endOfTurn));
  }
  const document = openApiDocument(operations, options.token !== undefined);
  await addPages(app, document, options.pages);
  // The service runs on without a store, so nothing else would show that each restart loses the cache.
  storeMonitor.onChange = (problem) => {
    const { name } = store;
    if (problem === undefined) app.log.info({ store: name }, 'The store is available again.');
    else {
      const text = 'The store does not respond. The service runs without it until it is back.';
      app.log.warn({ store: name, problem }, text);
    }
  };
  app.addHook('onListen', async () => void (await storeMonitor.health()));
  app.addHook('onClose', async () => {
    await Promise.all([clients.client.close(), sitemaps.close(), analyses.close()]);
    deadlines.close();
    metrics.close();
    storeMonitor.close();
    await store.close?.();
  });
  return app;
}

/** Larger bodies share slices. Parsing this many bytes takes a quarter of a millisecond in the worst case. */
const PACED_BYTES = 8 * 1024;

/**
 * Counts the bytes of large bodies as they arrive: a client could declare a length and send nothing. Bodies that arrive in
 * one turn of the event loop are parsed within a slice per turn.
 */
function addJsonParser(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers, routeOptions, work } = request;
    const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const isCounted = length > SMALL_BYTES && !routeOptions.config.isStream;
    done(null, isCounted ? payload.pipe(new BodyMeter(work)) : payload);
  });
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser(JSON_TYPE);
  app.addContentTypeParser<Buffer>(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    const parseNow = () => {
      let text: string;
      try {
        text = utf8Text(body);
        checkValueCount(text);
      } catch (error) {
        return done(error as Problem);
      }
      parse(request, text, done);
    };
    // Larger ones have waited before their parts were joined.
    const isPaced = body.length > PACED_BYTES && body.length <= SMALL_BYTES;
    if (isPaced && mustWait()) pause(request.work).then(parseNow, done);
    else parseNow();
  });
}

const SECOND = 1000;

/** Fetches sitemaps behind the same guard as the clients. Reads only their beginning. */
function sitemapTransport(userAgent: string, guard: GuardOptions = {}): Transport {
  const limits = {
    ...{ lookupMs: 5 * SECOND, connectMs: 5 * SECOND, headersMs: 5 * SECOND, bodyMs: 5 * SECOND },
    ...{ totalMs: 10 * SECOND, maxBytes: 1024 * 1024, maxHeaderBytes: 64 * 1024 },
  };
  return new WebTransport({
    userAgent,
    limits,
    guard,
    proxy: 'environment',
    ca: [],
    content: 'any',
  });
}

function operationsOf(services: Services, transport: Transport): Operation[] {
  return [
    checkOperation(services),
    checkStreamOperation(services),
    lintOperation(services),
    diffOperation(services),
    formatOperation(services),
    preferencesOperation(services),
    pageRulesOperation(services),
    robotsOperation(services),
    forgetOperation(services),
    sitemapOperation({ ...services, transport }),
    crawlersOperation,
    healthOperation,
    readyOperation(services),
    metricsOperation(services),
  ];
}

/** Sets the common headers, and counts and logs the request when it ends. */
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
    const status = request.work.isComplete ? reply.statusCode : CLIENT_CLOSED_REQUEST;
    metrics.ended(method, request.routeOptions.config.metricPath ?? path, status, elapsedTime);
    if (!isLogged) return;
    const ms = Math.round(elapsedTime * 10) / 10;
    const { ip: client } = request;
    request.log.info({ requestId, method, path, status, ms, client }, 'request completed');
  });
}

/** Returns the path of the matched route. Unknown paths and queries are not logged, since they may contain secrets. */
function pathOf({ routeOptions, is404 }: FastifyRequest): string {
  return is404 ? 'none' : (routeOptions.url ?? 'none');
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { bodyType = JSON_TYPE } = request.routeOptions.config;
  const problem = requestProblem(error, bodyType) ?? internalError(error, request);
  reply
    .code(problem.status)
    .headers(problem.headers)
    .type(PROBLEM_MEDIA_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem.document(request.id)));
}

/** Logs an internal error and hides it from the client. Errors after the client has disconnected are not logged. */
function internalError(error: unknown, request: FastifyRequest): Problem {
  if (!request.raw.socket.destroyed) {
    request.log.error({ requestId: request.id, err: error }, 'internal error');
  }
  return new Problem(
    'service-failed',
    'This is a bug in the service. Report it with the requestId, which is also in the log.',
  );
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'] as const;

function notFound(app: FastifyInstance, request: FastifyRequest): Problem {
  const url = request.url.split('?')[0] ?? '';
  const known = METHODS.filter((method) => app.hasRoute({ method, url }));
  if (known.length === 0) return new Problem('not-found', 'No such path. See /docs for the API.');
  const allow = known.join(', ');
  return new Problem('method-not-allowed', `Use one of: ${allow}.`, { headers: { allow } });
}
