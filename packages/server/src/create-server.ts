/** Assembles the Fastify application: plugins, hooks and routes. It does not listen. */
import { promisify } from 'node:util';
import type { GuardOptions, Transport } from '@repkit/client';
import { WebTransport } from '@repkit/client/transport';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { Clients } from './clients.js';
import { admitRequests, secureRequests } from './http/admission.js';
import { sendClientError, sendError } from './http/error-problem.js';
import { addJsonParser } from './http/json-body.js';
import { newRequestId, observeRequests } from './http/observation.js';
import { Metrics } from './metrics.js';
import { DEFAULT_LIMITS, type ServerLimits, type ServerOptions } from './options.js';
import { addDocs } from './pages/docs.js';
import { addTester } from './pages/tester.js';
import { addCheck } from './routes/check.js';
import { addCrawlers } from './routes/crawlers.js';
import { addDiff } from './routes/diff.js';
import { addFormat } from './routes/format.js';
import { addHealth, addMetrics } from './routes/health.js';
import { addInit } from './routes/init.js';
import { addLint } from './routes/lint.js';
import { addPage } from './routes/page.js';
import { addRobots } from './routes/robots.js';
import type { Services } from './routes/services.js';
import { addSitemap } from './routes/sitemap.js';
import { StoreMonitor } from './store-monitor.js';
import { PAGE_LIMITS, pageFetcher } from './work/fetch-page.js';
import { Slots } from './work/slots.js';
import { type StartThreads, Threads } from './work/threads.js';

/**
 * Creates the service. Rejects with a TypeError for an invalid proxy in the environment. `close` of the application closes the
 * store too.
 *
 * @param startThreads starts what runs long tasks (default: threads of the operating system)
 */
export async function createServer(options: ServerOptions, startThreads?: StartThreads): Promise<FastifyInstance> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { store, userAgent, guard, transport, clock = Date.now, policy = 'rfc9309' } = options;
  const clients = new Clients({ store, userAgent, policy, guard, transport, clock });
  const app = createApp(options, limits);
  const threads = new Threads(limits, startThreads);
  const metrics = new Metrics({
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    droppedLogLines: () => options.log?.dropped?.() ?? 0,
    waiting: () => threads.waiting,
  });
  const storeMonitor = new StoreMonitor(store);
  const slots = new Slots(limits.liveChecks);
  const services: Services = { clients, limits, metrics, slots, storeMonitor, threads, clock };
  const sitemaps = transport ?? sitemapTransport(userAgent, guard);

  observeRequests(app, metrics.registry, limits);
  await admitRequests(app, options);
  addJsonParser(app);
  await addDocs(app, options.token !== undefined);
  addHealth(app, services);
  await app.register(async (api) => {
    await secureRequests(api, options, limits);
    addCheck(api, services);
    addLint(api, services);
    addDiff(api, services);
    addFormat(api, services);
    addInit(api, services);
    addPage(pageFetcher(userAgent, guard))(api, services);
    addRobots(api, services);
    addSitemap(sitemaps)(api, services);
    addCrawlers(api, services);
    addMetrics(api, services);
  });
  await app.register(async (pages) => addTester(pages, options.pages));

  watchStore(app, storeMonitor, store.name);
  app.addHook('onClose', async () => {
    await Promise.all([clients.client.close(), sitemaps.close(), threads.close()]);
    metrics.close();
    storeMonitor.close();
    await store.close?.();
  });
  return app;
}

function createApp({ log, trustedProxies }: ServerOptions, limits: ServerLimits): FastifyInstance {
  const app = fastify({
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: CHECK_MS,
      // The admission hook responds with a problem document instead.
      requireHostHeader: false,
    },
    requestTimeout: limits.receiveMs,
    connectionTimeout: limits.connectionMs,
    maxRequestsPerSocket: limits.requestsPerConnection,
    bodyLimit: limits.bodyBytes,
    // Fastify's defaults coerce "1" to a number and drop unknown members; `unicode` counts code points one by one.
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        unicode: false,
        keywords: ['x-examples'],
        // Ajv would log at each start that `unicode` is deprecated.
        logger: false,
      },
    },
    logger: log === undefined ? false : { level: log.level, stream: log, base: null },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: newRequestId,
    trustProxy: trustedProxies === undefined ? false : [...trustedProxies],
    clientErrorHandler: sendClientError,
    frameworkErrors: sendError,
    // The admission hook responds with a problem document instead.
    return503OnClosing: false,
  });
  app.server.maxConnections = limits.connections;
  app.setErrorHandler(sendError);
  return app;
}

/** Interval at which Node.js checks the timeouts of connections. */
const CHECK_MS = 1000;

/** Fetches sitemaps behind the same guard as the clients. Reads only their beginning. */
function sitemapTransport(userAgent: string, guard: GuardOptions = {}): Transport {
  // A response may need several sitemaps.
  const limits = { ...PAGE_LIMITS, totalMs: PAGE_LIMITS.totalMs / 2 };
  const options = { userAgent, limits, guard, proxy: 'environment', ca: [] };
  return new WebTransport({ ...options, content: 'any' });
}

/** Logs when the store fails: the service runs on without it, and nothing else would show that each restart loses the cache. */
function watchStore(app: FastifyInstance, storeMonitor: StoreMonitor, name: string): void {
  storeMonitor.onChange = (problem) => {
    if (problem === undefined) app.log.info({ store: name }, 'The store is available again.');
    else {
      const text = 'The store does not respond. The service runs without it until it is back.';
      app.log.warn({ store: name, problem }, text);
    }
  };
  app.addHook('onListen', async () => void (await storeMonitor.health()));
}
