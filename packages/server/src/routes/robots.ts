/** The cached robots.txt of an origin, and its removal. */
import { originOf, policies } from '@repkit/client';
import { Type } from 'typebox';
import { operation, type Services } from '../http/operation.js';
import { Problem } from '../http/problem.js';
import {
  Access,
  AccessReason,
  AskedUrl,
  Policy,
  Provenance,
  requestShape,
  shape,
  Time,
} from '../schema/parts.js';

const RobotsQuery = requestShape({
  origin: AskedUrl,
  policy: Type.Optional(Policy),
  refresh: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Fetches the robots.txt again, even if a cached copy is fresh.',
    }),
  ),
});

const ForgetQuery = requestShape({ origin: AskedUrl });

const Effect = Type.Enum(['rules', 'allow-all', 'disallow-all']);

const PolicyForecast = shape(
  {
    access: Access,
    reason: Type.Optional(AccessReason),
    effect: Effect,
    freshUntil: Type.Optional(Time),
    stages: Type.Array(shape({ at: Time, state: Effect }), {
      description:
        'The effect over time while no request succeeds, counted from the current failures ' +
        '(`provenance.unreachableSince`) or from the next request.',
    }),
  },
  "What a policy derives from the site's responses.",
);

export const RobotsAnswer = shape({
  origin: Type.String(),
  robotsTxtUrl: Type.String(),
  text: Type.Optional(Type.String({ description: 'The cached copy, if it applies.' })),
  provenance: Provenance,
  policies: shape(Object.fromEntries(Object.keys(policies).map((name) => [name, PolicyForecast]))),
});

export function robotsOperation({ clients }: Pick<Services, 'clients'>) {
  return operation({
    method: 'GET',
    path: '/v1/robots',
    id: 'robots',
    summary: "Get a site's robots.txt, its source and its cache lifetime",
    description:
      'Fetched if it is not cached. `policies` is the effect of the same responses under each policy.',
    secured: true,
    query: RobotsQuery,
    success: { status: 200, description: 'The robots.txt and its state.', schema: RobotsAnswer },
    problems: ['cannot-be-checked', 'text-too-long', 'took-too-long'],
    examples: [
      {
        name: 'known',
        summary: 'A site',
        query: { origin: 'https://example.com' },
        status: 200,
      },
      {
        name: 'refreshed',
        summary: 'Fetched again under the policy google',
        query: { origin: 'https://example.com/page', policy: 'google', refresh: 'true' },
        status: 200,
      },
    ],
    async answer({ query: { origin: url, policy, refresh }, work }) {
      const client = clients.of(policy, undefined);
      const options = { signal: work.signal, refresh: refresh === 'true' };
      const { result, policies: forecasts } = await client.forecast(askable(url), options);
      const { provenance, robotsTxt } = result;
      if (robotsTxt !== undefined) work.hold(provenance.body?.bytes ?? 0);
      return {
        origin: provenance.origin,
        robotsTxtUrl: provenance.robotsTxtUrl,
        ...(robotsTxt === undefined ? {} : { text: robotsTxt.text }),
        provenance,
        policies: forecasts,
      };
    },
  });
}

export function forgetOperation({ clients }: Pick<Services, 'clients'>) {
  return operation({
    method: 'DELETE',
    path: '/v1/robots',
    id: 'forget',
    summary: "Remove a site's robots.txt from the cache",
    description:
      'Removes it under every policy, from the store and the memory of all instances that share it. The next check fetches it.',
    secured: true,
    query: ForgetQuery,
    success: { status: 204, description: 'Removed.' },
    problems: ['cannot-be-checked', 'text-too-long', 'store-failed'],
    examples: [
      {
        name: 'forget',
        summary: 'A site',
        query: { origin: 'https://example.com' },
        status: 204,
      },
    ],
    async answer({ query: { origin: url }, reply }) {
      const origin = askable(url);
      try {
        await clients.forget(origin);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        throw new Problem('store-failed', detail, { headers: { 'retry-after': '5' } });
      }
      return reply.code(204).send();
    },
  });
}

function askable(url: string): string {
  const origin = originOf(url);
  if (origin !== undefined) return origin;
  const detail = `${JSON.stringify(url)} has no robots.txt. Use an absolute http:, https: or ftp: URL.`;
  throw new Problem('cannot-be-checked', detail, { places: [{ parameter: 'origin', detail }] });
}
