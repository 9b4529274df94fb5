import { Type } from 'typebox';
import { responseObject } from '../schema/parts.js';
import { apiResponses, publicResponses, withExamples } from '../schema/responses.js';
import type { AddRoutes } from './services.js';

const Health = responseObject({ status: Type.Literal('ok') }, 'The process is running.');

const Readiness = responseObject(
  {
    status: Type.Literal('ready'),
    store: responseObject({ name: Type.String(), state: Type.Enum(['available', 'failing']) }),
  },
  'The service accepts requests.',
);

/** Adds the routes for monitoring that need no token. */
export const addHealth: AddRoutes = (app, { storeMonitor }) => {
  const health = {
    operationId: 'healthz',
    summary: 'Liveness check',
    security: [],
    response: publicResponses(withExamples(Health, { running: { status: 'ok' } })),
  };
  app.get('/healthz', { schema: health }, async () => ({ status: 'ok' }));
  const readiness = {
    operationId: 'readyz',
    summary: 'Readiness check',
    description:
      'Fails while the service shuts down. Reports a failing store but stays ready, because the service works without it and all instances would otherwise become unready at once.',
    security: [],
    response: publicResponses(Readiness),
  };
  app.get('/readyz', { schema: readiness }, async () => ({
    status: 'ready',
    store: await storeMonitor.health(),
  }));
};

export const addMetrics: AddRoutes = (app, { metrics, storeMonitor }) => {
  const schema = {
    operationId: 'metrics',
    summary: 'Prometheus metrics',
    response: apiResponses({
      description: 'Metrics in the Prometheus text format.',
      content: { 'text/plain': { schema: Type.String() } },
    }),
  };
  app.get('/metrics', { schema }, async (_request, reply) => {
    metrics.setStoreHealth(await storeMonitor.health());
    return reply.type(metrics.contentType).send(await metrics.text());
  });
};
