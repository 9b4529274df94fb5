/**
 * The API as types, in the form of openapi-typescript, for clients such as openapi-fetch.
 *
 * To add a route: a file in this folder with its schemas, examples and handler, a call in `create-server.ts`, its types here, its
 * path in `test/pages/openapi.test.ts`, which sends the examples, and a row in `docs/service.md`. Work that can take longer than
 * parsing a file becomes a task of `thread.ts`, named in `TaskName` of `../work/threads.ts`. Report errors by throwing a
 * `Problem`. A route that decides is compared with the others in `packages/cli/test/decisions.test.ts`.
 */
import type { Static } from 'typebox';
import type { CheckQuery, CheckRequest } from '../schema/check.js';
import type { PageRequest, PageResponse } from '../schema/page.js';
import type { ProblemSchema } from '../schema/parts.js';
import type { CheckResponse } from './check.js';
import type { CrawlersQuery, CrawlersResponse } from './crawlers.js';
import type { DiffRequest, DiffResponse } from './diff.js';
import type { FormatRequest, FormatResponse } from './format.js';
import type { Health, Readiness } from './health.js';
import type { InitRequest, InitResponse } from './init.js';
import type { LintRequest, LintResponse } from './lint.js';
import type { ForgetQuery, RobotsQuery, RobotsResponse } from './robots.js';
import type { SitemapQuery, SitemapResponse } from './sitemap.js';

interface Json<Value> {
  readonly content: { readonly 'application/json': Value };
}

interface Problems {
  readonly default: {
    readonly content: { readonly 'application/problem+json': Static<typeof ProblemSchema> };
  };
}

interface Responses<Result> extends Problems {
  readonly 200: Json<Result>;
}

interface Get<Query, Result> {
  readonly parameters: { readonly query: Query };
  readonly responses: Responses<Result>;
}

interface Delete<Query> {
  readonly parameters: { readonly query: Query };
  readonly responses: Problems & { readonly 204: { readonly content?: never } };
}

interface Post<Body, Result> {
  readonly requestBody: Json<Body>;
  readonly responses: Responses<Result>;
}

export interface ServicePaths {
  readonly '/v1/check': {
    readonly get: Get<CheckQuery, Static<typeof CheckResponse>>;
    readonly post: Post<CheckRequest, Static<typeof CheckResponse>>;
  };
  readonly '/v1/lint': { readonly post: Post<LintRequest, Static<typeof LintResponse>> };
  readonly '/v1/diff': { readonly post: Post<DiffRequest, Static<typeof DiffResponse>> };
  readonly '/v1/format': { readonly post: Post<FormatRequest, Static<typeof FormatResponse>> };
  readonly '/v1/init': { readonly post: Post<InitRequest, Static<typeof InitResponse>> };
  readonly '/v1/page': { readonly post: Post<PageRequest, Static<typeof PageResponse>> };
  readonly '/v1/robots': {
    readonly get: Get<Static<typeof RobotsQuery>, Static<typeof RobotsResponse>>;
    readonly delete: Delete<Static<typeof ForgetQuery>>;
  };
  readonly '/v1/sitemap': {
    readonly get: Get<Static<typeof SitemapQuery>, Static<typeof SitemapResponse>>;
  };
  readonly '/v1/crawlers': {
    readonly get: Get<Static<typeof CrawlersQuery>, Static<typeof CrawlersResponse>>;
  };
  readonly '/healthz': { readonly get: { readonly responses: Responses<Static<typeof Health>> } };
  readonly '/readyz': {
    readonly get: { readonly responses: Responses<Static<typeof Readiness>> };
  };
  readonly '/metrics': {
    readonly get: {
      readonly responses: Problems & {
        readonly 200: { readonly content: { readonly 'text/plain': string } };
      };
    };
  };
}
