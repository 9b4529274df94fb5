/** For those who watch over the service: whether it lives, whether it should get requests, and its figures. */
import { Type } from 'typebox';
import { operation, type Services } from '../http/operation.js';
import { shape } from '../schema/parts.js';

export const healthOperation = operation({
  method: 'GET',
  path: '/healthz',
  id: 'healthz',
  summary: 'Whether the service lives',
  secured: false,
  success: {
    status: 200,
    description: 'It does.',
    schema: shape({ status: Type.Literal('ok') }),
  },
  problems: [],
  examples: [{ name: 'lives', summary: 'It does', status: 200, answer: { status: 'ok' } }],
  answer: () => ({ status: 'ok' }),
});

export function readyOperation({ watch }: Pick<Services, 'watch'>) {
  return operation({
    method: 'GET',
    path: '/readyz',
    id: 'readyz',
    summary: 'Whether the service should get requests',
    description:
      'Not while it is about to end. A store that fails is told of, and is no reason: the service then goes on by itself, and all instances would be out at once.',
    secured: false,
    success: {
      status: 200,
      description: 'It should.',
      schema: shape({
        status: Type.Literal('ready'),
        store: shape({ name: Type.String(), state: Type.Enum(['answering', 'failing']) }),
      }),
    },
    problems: [],
    examples: [
      {
        name: 'ready',
        summary: 'It should',
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
    summary: 'Figures for Prometheus',
    secured: true,
    success: {
      status: 200,
      description: 'In the text format of Prometheus.',
      schema: Type.String(),
      type: 'text/plain',
    },
    problems: [],
    examples: [{ name: 'figures', summary: 'All of them', status: 200 }],
    async answer({ reply }) {
      metrics.storeIs(await watch.health());
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  });
}
