import { createHash } from 'node:crypto';
import type { CrawlerFact } from '@repkit/core';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import { Type } from 'typebox';
import { JSON_TYPE, operation } from '../http/operation.js';
import {
  CrawlerName,
  Dialect,
  enumOf,
  namedResponse,
  namesOf,
  Policy,
  requestObject,
  responseObject,
} from '../schema/parts.js';

const Fact = responseObject({
  source: Type.String(),
  checked: Type.String({ description: 'When the page was last checked, as YYYY-MM-DD.' }),
});

const KnownCrawler = namedResponse(
  'KnownCrawler',
  {
    name: Type.String(),
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
        description:
          'The use of content that a group for a control token or policy token decides about.',
      }),
    ),
    crawlDelay: Type.Optional(
      Type.Union([Type.Boolean(), Type.Literal('also-of-star')], {
        description:
          'Whether it applies crawl-delay. `also-of-star`: that of `*` if its own group has none.',
      }),
    ),
    dialect: Type.Optional(Dialect),
    policy: Type.Optional(Policy),
    operator: Type.String(),
    purposes: Type.Array(
      enumOf<CrawlerProfile['purposes'][number]>({
        search: true,
        'ai-training': true,
        'ai-search': true,
        'ai-user': true,
        seo: true,
        advertising: true,
        preview: true,
        archive: true,
        monitoring: true,
        other: true,
      }),
      { description: 'The main purpose first.' },
    ),
    source: Type.String({ description: "The operator's page about it." }),
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

export const crawlersOperation = operation({
  method: 'GET',
  path: '/v1/crawlers',
  id: 'crawlers',
  summary: 'List the known crawlers',
  description:
    'Returns what operators document about their crawlers, with sources, in alphabetical order. Responses have an ETag.',
  query: requestObject({ name: Type.Optional(CrawlerName) }),
  success: { status: 200, description: 'The crawlers.', schema: CrawlersResponse },
  examples: {
    one: {
      summary: 'One crawler',
      query: { name: 'Applebot' },
      response: { crawlers: [crawlerProfile('Applebot')] },
    },
  },
  handle({ query, work, reply }) {
    const crawlers =
      query.name === undefined ? knownCrawlers : [crawlerProfile(query.name) ?? []].flat();
    const text = JSON.stringify({ crawlers });
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    work.sent();
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (reply.request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type(`${JSON_TYPE}; charset=utf-8`).send(text);
  },
});
