import { parseRobotsTxt, type Verdict } from '@repkit/core';
import { diff, type GroupedDiff, groupDiff } from '@repkit/core/analysis';
import { type Static, Type } from 'typebox';
import { LISTED_BYTES, LISTED_CHANGES, LISTED_UNDECIDED, PROOF_STEPS } from '../options.js';
import {
  CrawlerName,
  Dialect,
  namedRequest,
  namedResponse,
  ProductToken,
  RobotsTxtText,
  RulesVerdict,
  responseObject,
} from '../schema/parts.js';
import { bodyResponses, THREAD_PROBLEMS, withExamples } from '../schema/responses.js';
import { groupResult, matchedRule } from '../work/check-result.js';
import { governedCrawlersOf, problemIfInvalid } from '../work/crawlers.js';
import type { AddRoutes } from './services.js';

export const DiffRequest = namedRequest('DiffRequest', {
  before: RobotsTxtText,
  after: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  productTokens: Type.Optional(
    Type.Array(ProductToken, {
      minItems: 1,
      maxItems: 100,
      description:
        'Crawlers to compare (default without `crawlers`: `*`, all that either file names, and the known crawlers that differ from these, which take the place of their product tokens; those that document another dialect than `rfc9309` are compared in it if `dialect` is not given).',
    }),
  ),
  crawlers: Type.Optional(
    Type.Array(CrawlerName, {
      minItems: 1,
      maxItems: 100,
      description:
        'Known crawlers to compare as their operators document them. Each must be governed by robots.txt; of a purpose, crawlers that are not are left out.',
    }),
  ),
});

export type DiffRequest = Static<typeof DiffRequest>;

const Change = responseObject({
  productTokens: Type.Array(Type.String(), { description: 'The crawlers that it affects.' }),
  dialects: Type.Array(Type.String(), {
    description:
      'The dialects with this change. Known crawlers that document one of them are not repeated if `*` or their name is listed.',
  }),
  effect: Type.Enum(['newly-blocked', 'newly-allowed']),
  witness: Type.String({ description: 'An example path whose verdict changes.' }),
  pattern: Type.String({ description: 'Path pattern of the rule that causes the change.' }),
  before: RulesVerdict,
  after: RulesVerdict,
});

const RecordValues = Type.Array(responseObject({ value: Type.String(), line: Type.Integer({ minimum: 1 }) }));

const RecordChange = responseObject({
  field: Type.String({ description: 'The field in lower case, such as `sitemap`.' }),
  productTokens: Type.Array(Type.String(), {
    description: 'The crawlers whose groups contain the records; empty for the whole site.',
  }),
  removed: RecordValues,
  added: RecordValues,
});

const PreferenceChange = responseObject({
  productTokens: Type.Array(Type.String(), { description: 'The crawlers that it affects.' }),
  mechanism: Type.Enum(['aipref', 'contentSignals']),
  category: Type.String({ description: 'Such as `train-ai` or `ai-train`.' }),
  before: Type.String({ description: '`yes`, `no` or `unstated`; a value of `use` for `use`.' }),
  after: Type.String(),
  witness: Type.String({ description: 'An example path that both files allow.' }),
});

const lines = (description: string) => Type.Array(Type.Integer({ minimum: 1 }), { description });

const Undecided = responseObject({
  productTokens: Type.Array(Type.String(), {
    description: 'Crawlers to which the same rules apply.',
  }),
  before: lines('Lines of rules in `before`. If `after` is empty too, no rules for these crawlers were compared.'),
  after: lines('Lines of rules in `after`.'),
});

export const DiffResponse = namedResponse('DiffResponse', {
  equivalent: Type.Union([Type.Boolean(), Type.Literal('undecided')], {
    description:
      'Whether nothing that a crawler reads has changed. `true` and `false` are proved; `undecided` means that the search limit was reached.',
  }),
  accessEquivalent: Type.Union([Type.Boolean(), Type.Literal('undecided')], {
    description: 'Whether every URL has the same verdict, even if other records differ.',
  }),
  truncated: Type.Optional(
    responseObject(
      { before: Type.Boolean(), after: Type.Boolean() },
      'Whether each file exceeds the parsing limit, beyond which nothing was compared.',
    ),
  ),
  dialects: Type.Array(Type.String(), {
    description: 'The dialects in which crawlers were compared.',
  }),
  changes: Type.Array(Change, {
    description: `At most ${LISTED_CHANGES} changes and ${LISTED_BYTES} bytes.`,
  }),
  omittedChanges: Type.Optional(Type.Integer({ description: 'Number of unlisted changes.' })),
  recordChanges: Type.Array(RecordChange, {
    description: `Sitemaps, crawl delays, and other records that are not rules. At most ${LISTED_CHANGES} entries and ${LISTED_BYTES} bytes.`,
  }),
  omittedRecordChanges: Type.Optional(Type.Integer({ description: 'Number of unlisted record changes.' })),
  preferenceChanges: Type.Array(PreferenceChange, {
    description: `Usage preferences that change. At most ${LISTED_CHANGES} entries and ${LISTED_BYTES} bytes.`,
  }),
  omittedPreferenceChanges: Type.Optional(Type.Integer({ description: 'Number of unlisted preference changes.' })),
  complete: Type.Boolean({ description: 'Whether all changes were found.' }),
  undecided: Type.Array(Undecided, {
    description: `Rules that may cause further changes because the search limit was reached. Lists at most ${LISTED_UNDECIDED} entries, each with at most ${LISTED_UNDECIDED} lines and product tokens.`,
  }),
});

const EXAMPLES: Readonly<Record<string, DiffRequest>> = {
  same: {
    before: 'User-agent: *\nDisallow: /a\nDisallow: /a/b\n',
    after: 'User-agent: *\nDisallow: /a\n',
  },
  blocked: {
    before: 'User-agent: *\nDisallow:\n',
    after: 'User-agent: *\nDisallow: /shop/\n',
  },
  crawlers: {
    before: 'User-agent: Googlebot\nDisallow:\n',
    after: 'User-agent: Googlebot\nDisallow: /shop/\n',
    crawlers: ['Applebot'],
  },
};

export const addDiff: AddRoutes = (app, { threads }) => {
  const results = Object.entries(EXAMPLES).map(([name, request]) => [name, changesOf(request)]);
  const schema = {
    operationId: 'diff',
    summary: 'Compare two versions of a robots.txt',
    description:
      'Lists what an edit blocks or allows, with an example path for each change, and the other records that it adds or removes. `equivalent` is proved, or `undecided` if the search limit was reached.',
    body: withExamples(DiffRequest, EXAMPLES),
    response: bodyResponses(withExamples(DiffResponse, Object.fromEntries(results)), THREAD_PROBLEMS),
  };
  app.post('/v1/diff', { schema }, ({ body, ended }) => threads.run('diff', body as DiffRequest, ended));
};

/** The response, computed in a thread. */
export function changesOf({ before, after, dialect, productTokens, crawlers }: DiffRequest) {
  const options = dialect === undefined ? {} : { dialect };
  const files = [parseRobotsTxt(before, options), parseRobotsTxt(after, options)] as const;
  for (const [index, token] of (productTokens ?? []).entries()) {
    problemIfInvalid(['productTokens', index], () => files[0].matcher(token));
  }
  const profiles = governedCrawlersOf(crawlers ?? []);
  const isLimited = productTokens !== undefined || crawlers !== undefined;
  const compared = diff(...files, {
    ...(isLimited && { productTokens: [...(productTokens ?? []), ...profiles] }),
    documentedDialects: dialect === undefined,
    budget: PROOF_STEPS,
  });
  const [old, edited] = files;
  const truncated = { before: old.truncated, after: edited.truncated };
  return { ...listedDiff(groupDiff(compared, { files, isChosen: isLimited })), truncated };
}

/** Returns a diff within the limits of responses. */
export function listedDiff({ undecided, crawlers: _, accessCrawlers: __, ...result }: GroupedDiff) {
  const changes = firstOf(result.changes);
  const recordChanges = firstOf(result.recordChanges);
  const preferenceChanges = firstOf(result.preferenceChanges);
  return {
    ...result,
    changes: changes.listed.map((change) => ({
      ...change,
      before: verdictOf(change.before),
      after: verdictOf(change.after),
    })),
    omittedChanges: changes.omitted,
    recordChanges: recordChanges.listed,
    omittedRecordChanges: recordChanges.omitted,
    preferenceChanges: preferenceChanges.listed,
    omittedPreferenceChanges: preferenceChanges.omitted,
    undecided: undecided.slice(0, LISTED_UNDECIDED).map((rules) => ({
      productTokens: rules.productTokens.slice(0, LISTED_UNDECIDED),
      before: rules.before.slice(0, LISTED_UNDECIDED).map(({ line }) => line),
      after: rules.after.slice(0, LISTED_UNDECIDED).map(({ line }) => line),
    })),
  };
}

/** Returns the first items within the limits, and the number of the others. */
function firstOf<Item extends object>(items: readonly Item[]) {
  let bytes = 0;
  const listed: Item[] = [];
  for (const item of items.slice(0, LISTED_CHANGES)) {
    bytes += JSON.stringify(item).length;
    if (bytes > LISTED_BYTES) break;
    listed.push(item);
  }
  const omitted = items.length - listed.length;
  return { listed, omitted: omitted === 0 ? undefined : omitted };
}

function verdictOf(verdict: Verdict) {
  const { group, rule } = verdict;
  return {
    ...verdict,
    ...(group && { group: groupResult(group) }),
    ...(rule && { rule: matchedRule(rule) }),
  };
}
