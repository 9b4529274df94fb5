import { type AccessResult, originOf, type PolicyName, policies } from '@repkit/client';
import { dialectFor } from '@repkit/core';
import { Type } from 'typebox';
import { operation } from '../http/operation.js';
import { Problem, retryAfter } from '../http/problem.js';
import {
  Access,
  AccessReason,
  namedResponse,
  Policy,
  Provenance,
  requestObject,
  responseObject,
  Time,
  UrlString,
} from '../schema/parts.js';
import type { Services } from './services.js';

const Origin = Type.String({
  ...UrlString,
  description: 'A URL of the site; its path is ignored.',
});

const RobotsQuery = requestObject({
  origin: Origin,
  policy: Type.Optional(Policy),
  refresh: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Fetches the file even if the cached copy is fresh.',
    }),
  ),
});

const ForgetQuery = requestObject({ origin: Origin });

const Effect = Type.Enum(['rules', 'allow-all', 'disallow-all']);

const PolicyResult = responseObject(
  {
    access: Access,
    reason: Type.Optional(AccessReason),
    effect: Effect,
    freshUntil: Type.Optional(Time),
    stages: Type.Array(
      responseObject({
        afterMs: Type.Integer({ description: 'Time since the first failed request.' }),
        decision: Type.Enum(['disallow', 'allow', 'copy-or-allow', 'copy-or-disallow']),
      }),
      {
        description:
          'What applies while the robots.txt is unreachable. `copy-or-allow` uses the last good copy, if there is one.',
      },
    ),
  },
  'What a policy makes of the response of the site.',
);

const RobotsResponse = namedResponse('RobotsResponse', {
  origin: Type.String(),
  robotsTxtUrl: Type.String(),
  text: Type.Optional(Type.String({ description: 'The robots.txt, if a valid copy exists.' })),
  provenance: Provenance,
  policies: responseObject(
    Object.fromEntries(Object.keys(policies).map((name) => [name, PolicyResult])),
  ),
});

export function robotsOperation({ clients }: Services) {
  return operation({
    method: 'GET',
    path: '/v1/robots',
    id: 'robots',
    summary: 'Get the robots.txt of a site',
    description:
      'Returns the cached copy, or fetches it, with its provenance and lifetime. `policies` shows how each policy interprets the response of the site.',
    query: RobotsQuery,
    success: { status: 200, description: 'The robots.txt and its state.', schema: RobotsResponse },
    problems: ['invalid-check', 'text-too-long', 'took-too-long'],
    examples: {
      site: {
        summary: 'A site',
        query: { origin: 'https://example.com' },
      },
      refresh: {
        summary: 'A fresh copy under the policy of Google',
        query: { origin: 'https://example.com/page', policy: 'google', refresh: 'true' },
      },
    },
    async handle({ query: { origin: url, policy, refresh }, work }) {
      const { client, policy: ownPolicy } = clients;
      const site = originOrProblem(url);
      const options = { signal: work.signal };
      const { provenance: first } =
        refresh === 'true'
          ? await client.refresh(site, options)
          : await client.robotsTxt(site, options);
      const resultUnder = async (name: PolicyName) => {
        const result = await client.access(site, { ...options, policy: name });
        return [name, result] as const;
      };
      const results = await Promise.all(names.map(resultUnder));
      const name = policy ?? ownPolicy;
      const { access, provenance: read } = await client.access(site, { ...options, policy: name });
      const provenance = { ...read, source: first.source };
      const dialect = dialectFor('*', { policy: policies[name] });
      const robotsTxt = access.kind === 'file' ? access.file.in(dialect) : undefined;
      if (robotsTxt !== undefined) work.hold(provenance.body?.bytes ?? 0);
      return {
        origin: provenance.origin,
        robotsTxtUrl: provenance.robotsTxtUrl,
        ...(robotsTxt === undefined ? {} : { text: robotsTxt.text }),
        provenance,
        policies: Object.fromEntries(
          results.map(([each, result]) => [each, policyResult(each, result)]),
        ),
      };
    },
  });
}

const names = Object.keys(policies) as PolicyName[];

function policyResult(name: PolicyName, { access, provenance }: AccessResult) {
  const { reason, freshUntil } = provenance;
  const ends = policies[name].stages.map(({ untilMs }) => untilMs);
  return {
    access: provenance.access,
    reason,
    effect: EFFECTS[access.kind],
    freshUntil,
    stages: policies[name].stages.map(({ decision }, index) => ({
      afterMs: ends[index - 1] ?? 0,
      decision,
    })),
  };
}

const EFFECTS = {
  file: 'rules',
  unavailable: 'allow-all',
  'given-up': 'allow-all',
  forbidden: 'disallow-all',
  unreachable: 'disallow-all',
} as const satisfies Record<AccessResult['access']['kind'], string>;

export function forgetOperation({ clients }: Services) {
  return operation({
    method: 'DELETE',
    path: '/v1/robots',
    id: 'forget',
    summary: 'Remove the robots.txt of a site from the cache',
    description:
      'Removes it under every policy, from this instance and from the store. Its next check fetches it again. Other instances use the copy in their memory until it is due, and then read the store.',
    query: ForgetQuery,
    success: { status: 204, description: 'Removed.' },
    problems: ['invalid-check', 'text-too-long', 'store-failed'],
    examples: {
      forget: {
        summary: 'A site',
        query: { origin: 'https://example.com' },
      },
    },
    async handle({ query: { origin: url }, reply }) {
      const origin = originOrProblem(url);
      try {
        await clients.client.invalidate(origin);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        throw new Problem('store-failed', detail, retryAfter(5));
      }
      return reply.code(204).send();
    },
  });
}

export function originOrProblem(url: string): string {
  const origin = originOf(url);
  if (origin !== undefined) return origin;
  const detail = `${JSON.stringify(url)} has no robots.txt. Use an absolute http:, https: or ftp: URL.`;
  throw new Problem('invalid-check', detail, { locations: [{ parameter: 'origin', detail }] });
}
