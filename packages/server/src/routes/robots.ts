import { type AccessResult, originOf, type PolicyName, policies } from '@repkit/client';
import { dialectFor, type RobotsTxt } from '@repkit/core';
import { type Static, Type } from 'typebox';
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
import { apiResponses, problemResponses } from '../schema/responses.js';
import { noRobotsTxt } from '../work/check-sites.js';
import type { AddRoutes } from './services.js';

const Origin = Type.String({
  ...UrlString,
  description: 'A URL of the site; its path is ignored.',
  examples: ['https://example.com'],
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
  base64: Type.Optional(
    Type.String({
      description:
        'The bytes of the robots.txt, if `text` is not exact: it has U+FFFD in place of invalid UTF-8, with which rules match ' +
        'other URLs, or lacks the byte-order mark.',
    }),
  ),
  provenance: Provenance,
  policies: responseObject(Object.fromEntries(Object.keys(policies).map((name) => [name, PolicyResult]))),
});

export const addRobots: AddRoutes = (app, { clients, slots }) => {
  const schema = {
    operationId: 'robots',
    summary: 'Get the robots.txt of a site',
    description:
      'Returns the cached copy, or fetches it, with its provenance and lifetime. `policies` shows how each policy interprets the response of the site.',
    querystring: RobotsQuery,
    response: apiResponses(RobotsResponse, ['invalid-check', 'text-too-long']),
  };
  app.get('/v1/robots', { schema }, async ({ query, ended: signal }) => {
    const { origin: url, policy = clients.policy, refresh } = query as Static<typeof RobotsQuery>;
    const { client } = clients;
    const site = originOrProblem(url);
    const { provenance: first } = await slots.run(signal, () =>
      refresh === 'true' ? client.refresh(site, { signal }) : client.robotsTxt(site, { signal }),
    );
    const accessUnder = (name: PolicyName) => client.access(site, { signal, policy: name });
    const results = await Promise.all(names.map(async (name) => [name, policyResult(name, await accessUnder(name))] as const));
    const { access, provenance } = await accessUnder(policy);
    const dialect = dialectFor('*', { policy: policies[policy] });
    return {
      origin: provenance.origin,
      robotsTxtUrl: provenance.robotsTxtUrl,
      ...(access.kind === 'file' && contentOf(access.file.in(dialect))),
      provenance: { ...provenance, source: first.source },
      policies: Object.fromEntries(results),
    };
  });

  const forget = {
    operationId: 'forget',
    summary: 'Remove the robots.txt of a site from the cache',
    description:
      'Removes it under every policy, from this instance and from the store. Its next check fetches it again. Other instances use the copy in their memory until it is due, and then read the store.',
    querystring: ForgetQuery,
    response: {
      ...problemResponses(['invalid-check', 'text-too-long', 'unauthorized', 'store-failed']),
      204: { description: 'Removed.', type: 'null' },
    },
  };
  app.delete('/v1/robots', { schema: forget }, async ({ query }, reply) => {
    const origin = originOrProblem((query as Static<typeof ForgetQuery>).origin);
    try {
      await clients.client.invalidate(origin);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new Problem('store-failed', detail, retryAfter(5));
    }
    return reply.code(204).send();
  });
};

const BYTE_ORDER_MARK = '\uFEFF';

/** Most files are exact as text. The bytes are those of all records, which take much longer to create. */
function contentOf(robotsTxt: RobotsTxt): Pick<Static<typeof RobotsResponse>, 'text' | 'base64'> {
  const { text, encoding } = robotsTxt;
  const walk = robotsTxt.walk();
  const hasMark = walk.next() && walk.record().text.startsWith(BYTE_ORDER_MARK);
  if (encoding === 'utf-8' && !hasMark && !text.includes('\uFFFD')) return { text };
  const records = robotsTxt.records.filter(({ kind }) => kind !== 'beyond-limit');
  const bytes = Buffer.concat(records.map((record) => record.bytes));
  return bytes.equals(Buffer.from(text)) ? { text } : { text, base64: bytes.toString('base64') };
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

export function originOrProblem(url: string): string {
  const origin = originOf(url);
  if (origin !== undefined) return origin;
  const detail = noRobotsTxt(url);
  throw new Problem('invalid-check', detail, { locations: [{ parameter: 'origin', detail }] });
}
