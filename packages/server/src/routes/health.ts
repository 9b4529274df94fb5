import { Type } from 'typebox';
import { operation } from '../http/operation.js';
import { responseObject } from '../schema/parts.js';
import type { Services } from './services.js';

export const healthOperation = operation({
  method: 'GET',
  path: '/healthz',
  id: 'healthz',
  summary: 'Liveness check',
  isPublic: true,
  success: {
    status: 200,
    description: 'The process is running.',
    schema: responseObject({ status: Type.Literal('ok') }),
  },
  examples: { running: { summary: 'Running', response: { status: 'ok' } } },
  handle: () => ({ status: 'ok' }),
});

export function readyOperation({ storeMonitor }: Services) {
  return operation({
    method: 'GET',
    path: '/readyz',
    id: 'readyz',
    summary: 'Readiness check',
    description:
      'Fails while the service shuts down. Reports a failing store but stays ready, because the service works without it and all instances would otherwise become unready at once.',
    isPublic: true,
    success: {
      status: 200,
      description: 'The service accepts requests.',
      schema: responseObject({
        status: Type.Literal('ready'),
        store: responseObject({ name: Type.String(), state: Type.Enum(['available', 'failing']) }),
      }),
    },
    examples: {
      ready: {
        summary: 'Ready',
        response: { status: 'ready', store: { name: 'memory', state: 'available' } },
      },
    },
    handle: async () => ({ status: 'ready', store: await storeMonitor.health() }),
  });
}

export function metricsOperation({ metrics, storeMonitor }: Services) {
  return operation({
    method: 'GET',
    path: '/metrics',
    id: 'metrics',
    summary: 'Prometheus metrics',
    success: {
      status: 200,
      description: 'Metrics in the Prometheus text format.',
      schema: Type.String(),
      type: 'text/plain',
    },
    examples: { metrics: { summary: 'All metrics' } },
    async handle({ reply }) {
      metrics.storeIs(await storeMonitor.health());
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  });
}
