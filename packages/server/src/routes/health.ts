/** Monitoring: liveness, readiness and metrics. */
import { Type } from 'typebox';
import { operation, type Services } from '../http/operation.js';
import { shape } from '../schema/parts.js';

export const healthOperation = operation({
  method: 'GET',
  path: '/healthz',
  id: 'healthz',
  summary: 'Liveness',
  secured: false,
  success: {
    status: 200,
    description: 'The service is running.',
    schema: shape({ status: Type.Literal('ok') }),
  },
  problems: [],
  examples: [{ name: 'lives', summary: 'Running', status: 200, answer: { status: 'ok' } }],
  answer: () => ({ status: 'ok' }),
});

export function readyOperation({ watch }: Pick<Services, 'watch'>) {
  return operation({
    method: 'GET',
    path: '/readyz',
    id: 'readyz',
    summary: 'Readiness',
    description:
      'Not ready while shutting down. A failing store is reported but does not make the service unready: it continues without the store, and otherwise all instances would be unready at once.',
    secured: false,
    success: {
      status: 200,
      description: 'The service is ready.',
      schema: shape({
        status: Type.Literal('ready'),
        store: shape({ name: Type.String(), state: Type.Enum(['answering', 'failing']) }),
      }),
    },
    problems: [],
    examples: [
      {
        name: 'ready',
        summary: 'Ready',
        status: 200,
        answer: { status: 'ready', store: { name: 'memory', state: 'answering' } },
      },
    ],
    answer: async () => ({ status: 'ready', store: await watch.health() }),
  });
}

export function metricsOperation({ metrics, watch }: Pick<Services, 'metrics' | 'watch'>) {
  return operation({
    method: 'GET',
    path: '/metrics',
    id: 'metrics',
    summary: 'Metrics for Prometheus',
    secured: true,
    success: {
      status: 200,
      description: 'Prometheus text format.',
      schema: Type.String(),
      type: 'text/plain',
    },
    problems: [],
    examples: [{ name: 'figures', summary: 'All metrics', status: 200 }],
    async answer({ reply }) {
      metrics.storeIs(await watch.health());
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  });
}
