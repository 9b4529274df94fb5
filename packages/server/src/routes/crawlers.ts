import { createHash } from 'node:crypto';
import type { CrawlerFact } from '@repkit/core';
import { type CrawlerProfile, crawlerProfile, crawlersFor, knownCrawlers } from '@repkit/core/crawlers';
import { type Static, Type } from 'typebox';
import {
  CrawlerName,
  Dialect,
  enumOf,
  namedResponse,
  namesOf,
  Policy,
  PurposeName,
  requestObject,
  responseObject,
} from '../schema/parts.js';
import { apiResponses, withExamples } from '../schema/responses.js';
import type { AddRoutes } from './services.js';

const Fact = responseObject({
  source: Type.String(),
  checked: Type.String({ description: 'When the page was last checked, as YYYY-MM-DD.' }),
});

const KnownCrawler = namedResponse(
  'KnownCrawler',
  {
    name: Type.String(),
    fullName: Type.Optional(Type.String({ description: 'Its name for a user-agent line, if that has several words.' })),
    productTokens: Type.Array(Type.String(), {
      description: 'The first of them that has a group decides.',
    }),
    fallsBackToStar: Type.Boolean({
      description: 'Whether the group of `*` applies if no group names it.',
    }),
    kind: enumOf<CrawlerProfile['kind']>(
      { crawler: true, 'control-token': true, 'policy-token': true },
      { description: 'No crawler sends a control token or a policy token.' },
    ),
    obeysRobotsTxt: Type.Optional(
      enumOf<NonNullable<CrawlerProfile['obeysRobotsTxt']>>({
        yes: true,
        no: true,
        'user-triggered': true,
      }),
    ),
    governs: Type.Optional(
      Type.String({
        description: 'The use of content that a group for a control token or policy token decides about.',
      }),
    ),
    crawlDelay: Type.Optional(
      Type.Union([Type.Boolean(), Type.Literal('also-of-star')], {
        description: 'Whether it applies crawl-delay. `also-of-star`: that of `*` if its own group has none.',
      }),
    ),
    dialect: Type.Optional(Dialect),
    policy: Type.Optional(Policy),
    operator: Type.String(),
    purposes: Type.Array(PurposeName, { description: 'The main purpose first.' }),
    source: Type.String({ description: "The operator's page about it." }),
    addresses: Type.Optional(
      responseObject(
        {
          lists: Type.Optional(Type.Array(Type.String(), { description: 'The URLs of published address lists.' })),
          hostDomains: Type.Optional(
            Type.Array(Type.String(), {
              description: 'The domains of its host names, for forward-confirmed reverse DNS.',
            }),
          ),
        },
        'Where its requests come from.',
      ),
    ),
    blocking: Type.Optional(Type.String({ description: 'What the owner of a site loses by blocking it.' })),
    note: Type.Optional(Type.String()),
    facts: responseObject(
      Object.fromEntries(
        namesOf<CrawlerFact>({
          productTokens: true,
          fallsBackToStar: true,
          obeysRobotsTxt: true,
          kind: true,
          dialect: true,
          policy: true,
          crawlDelay: true,
          addresses: true,
          blocking: true,
          purposes: true,
        }).map((name) => [name, Type.Optional(Fact)]),
      ),
      'The page that documents each fact.',
    ),
  },
  'A crawler and what its operator documents. Undocumented members are missing.',
);

export const CrawlersResponse = namedResponse('CrawlersResponse', {
  crawlers: Type.Array(KnownCrawler),
});

const CrawlersQuery = requestObject({
  name: Type.Optional({ ...CrawlerName, examples: ['Applebot'] }),
});

/** Returns the crawlers of a name or purpose, or all, and their ETag. */
function crawlersWithEtag(name: string | undefined) {
  const crawlers = name === undefined ? knownCrawlers : crawlersFor(name);
  const digest = createHash('sha256').update(JSON.stringify(crawlers)).digest('base64url');
  return { crawlers, etag: `"${digest.slice(0, 22)}"` };
}

export const addCrawlers: AddRoutes = (app) => {
  const schema = {
    operationId: 'crawlers',
    summary: 'List the known crawlers',
    description:
      'Returns what operators document about their crawlers, with sources, in alphabetical order. Responses have an ETag.',
    querystring: CrawlersQuery,
    response: apiResponses(withExamples(CrawlersResponse, { applebot: { crawlers: [crawlerProfile('Applebot')] } })),
  };
  app.get('/v1/crawlers', { schema }, async (request, reply) => {
    const { name } = request.query as Static<typeof CrawlersQuery>;
    const { crawlers, etag } = crawlersWithEtag(name);
    reply.headers({ etag, 'cache-control': 'no-cache' });
    const condition = request.headers['if-none-match'];
    // RFC 9110 13.1.2: `*` is any ETag, and a weak one of a list may match.
    if (condition === '*' || condition?.includes(etag)) return reply.code(304).send();
    return { crawlers };
  });
};
