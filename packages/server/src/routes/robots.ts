/** The copy of an origin: what is known of it, and how it is forgotten. */
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
    Type.Enum(['true', 'false'], { description: 'Asks the site anew, whatever is known.' }),
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
        'What holds from when on while no request succeeds: of the run of failures that goes on ' +
        '(`provenance.unreachableSince`), or else of one that would begin with the next request.',
    }),
  },
  'What a policy makes of what the site answered.',
);

export const RobotsAnswer = shape({
  origin: Type.String(),
  robotsTxtUrl: Type.String(),
  text: Type.Optional(Type.String({ description: 'The copy, where there is one that holds.' })),
  provenance: Provenance,
  policies: shape(Object.fromEntries(Object.keys(policies).map((name) => [name, PolicyForecast]))),
});

export function robotsOperation({ clients }: Pick<Services, 'clients'>) {
  return operation({
    method: 'GET',
    path: '/v1/robots',
    id: 'robots',
    summary: 'The robots.txt of a site: the copy, where it comes from, and how long it lives',
    description:
      'It is fetched where nothing is known. `policies` is what each policy makes of the same answers of the site.',
    secured: true,
    query: RobotsQuery,
    success: { status: 200, description: 'What is known.', schema: RobotsAnswer },
    problems: ['cannot-be-asked', 'text-too-long', 'took-too-long'],
    examples: [
      {
        name: 'known',
        summary: 'A site',
        query: { origin: 'https://example.com' },
        status: 200,
      },
      {
        name: 'anew',
        summary: 'A site, asked anew, as Google would',
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
    summary: 'Forgets what is known of a site',
    description:
      'Under each policy, in the store and in the memory of all instances that share it; the next check fetches it.',
    secured: true,
    query: ForgetQuery,
    success: { status: 204, description: 'It is forgotten.' },
    problems: ['cannot-be-asked', 'text-too-long', 'store-failed'],
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
  const detail = `${JSON.stringify(url)} has no robots.txt: give an absolute http:, https: or ftp: URL.`;
  throw new Problem('cannot-be-asked', detail, { places: [{ parameter: 'origin', detail }] });
}
