import { isGoverned, parseRobotsTxt, type Verdict } from '@repkit/core';
import { diff, groupDiff } from '@repkit/core/analysis';
import { type Static, Type } from 'typebox';
import { ANALYSIS_PROBLEMS, type Example, type Operation, operation } from '../http/operation.js';
import { problemAt } from '../http/problem.js';
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
import { crawlersOf, nameOf } from '../work/crawlers.js';
import { groupResult, matchedRule, problemIfInvalid } from '../work/inline-check.js';
import { JsonList } from '../work/json.js';
import type { Services } from './services.js';

export const DiffRequest = namedRequest('DiffRequest', {
  before: RobotsTxtText,
  after: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  productTokens: Type.Optional(
    Type.Array(ProductToken, {
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
        'Known crawlers to compare as their operators document them. Each must be governed by robots.txt.',
    }),
  ),
});

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

const RecordValues = Type.Array(
  responseObject({ value: Type.String(), line: Type.Integer({ minimum: 1 }) }),
);

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
  before: lines(
    'Lines of rules in `before`. If `after` is empty too, no rules for these crawlers were compared.',
  ),
  after: lines('Lines of rules in `after`.'),
});

const DiffResponse = namedResponse('DiffResponse', {
  equivalent: Type.Union([Type.Boolean(), Type.Literal('undecided')], {
    description:
      'Whether nothing that a crawler reads has changed. `true` and `false` are proved; `undecided` means that the search limit was reached.',
  }),
  accessEquivalent: Type.Union([Type.Boolean(), Type.Literal('undecided')], {
    description: 'Whether every URL has the same verdict, even if other records differ.',
  }),
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
  omittedRecordChanges: Type.Optional(
    Type.Integer({ description: 'Number of unlisted record changes.' }),
  ),
  preferenceChanges: Type.Array(PreferenceChange, {
    description: `Usage preferences that change. At most ${LISTED_CHANGES} entries and ${LISTED_BYTES} bytes.`,
  }),
  omittedPreferenceChanges: Type.Optional(
    Type.Integer({ description: 'Number of unlisted preference changes.' }),
  ),
  complete: Type.Boolean({ description: 'Whether all changes were found.' }),
  undecided: Type.Array(Undecided, {
    description: `Rules that may cause further changes because the search limit was reached. Lists at most ${LISTED_UNDECIDED} entries, each with at most ${LISTED_UNDECIDED} lines and product tokens.`,
  }),
});

export function diffOperation({ analyses }: Services): Operation {
  return operation({
    method: 'POST',
    path: '/v1/diff',
    id: 'diff',
    summary: 'Compare two versions of a robots.txt',
    description:
      'Lists what an edit blocks or allows, with an example path for each change, and the other records that it adds or removes. `equivalent` is proved, or `undecided` if the search limit was reached.',
    body: DiffRequest,
    success: { status: 200, description: 'The changes.', schema: DiffResponse },
    problems: ['invalid-check', ...ANALYSIS_PROBLEMS],
    examples: {
      same: example('Two equivalent files', {
        before: 'User-agent: *\nDisallow: /a\nDisallow: /a/b\n',
        after: 'User-agent: *\nDisallow: /a\n',
      }),
      blocked: example('A folder that becomes blocked', {
        before: 'User-agent: *\nDisallow:\n',
        after: 'User-agent: *\nDisallow: /shop/\n',
      }),
      crawlers: example('As a known crawler documents its behavior', {
        before: 'User-agent: Googlebot\nDisallow:\n',
        after: 'User-agent: Googlebot\nDisallow: /shop/\n',
        crawlers: ['Applebot'],
      }),
    },
    handle: ({ body, work }) => analyses.run('diff', body, work),
  });
}

function example(summary: string, body: Static<typeof DiffRequest>): Example {
  return { summary, body, response: JSON.parse(changesOf(body)) };
}

/** The response, computed in a thread. */
export function changesOf({
  before,
  after,
  dialect,
  productTokens,
  crawlers,
}: Static<typeof DiffRequest>): string {
  const options = dialect === undefined ? {} : { dialect };
  const files = [parseRobotsTxt(before, options), parseRobotsTxt(after, options)] as const;
  for (const [index, token] of (productTokens ?? []).entries()) {
    problemIfInvalid(['productTokens', index], () => files[0].matcher(token));
  }
  const profiles = crawlersOf(crawlers === undefined ? {} : { crawlers });
  for (const [index, crawler] of profiles.entries()) {
    if (isGoverned(crawler)) continue;
    const detail = `robots.txt does not govern ${nameOf(crawler)}, so there is nothing to compare.`;
    throw problemAt('invalid-check', ['crawlers', index], detail);
  }
  const isLimited = productTokens !== undefined || crawlers !== undefined;
  const compared = diff(...files, {
    ...(isLimited && { productTokens: [...(productTokens ?? []), ...profiles] }),
    documentedDialects: dialect === undefined,
    budget: PROOF_STEPS,
  });
  const result = groupDiff(compared, { files, isChosen: isLimited });
  const lists = [
    listed('changes', result.changes, (change) => ({
      ...change,
      before: verdictOf(change.before),
      after: verdictOf(change.after),
    })),
    listed('recordChanges', result.recordChanges),
    listed('preferenceChanges', result.preferenceChanges),
  ];
  const { equivalent, accessEquivalent, dialects, complete } = result;
  const undecided = result.undecided.slice(0, LISTED_UNDECIDED).map((one) => ({
    productTokens: one.productTokens.slice(0, LISTED_UNDECIDED),
    before: one.before.slice(0, LISTED_UNDECIDED).map(({ line }) => line),
    after: one.after.slice(0, LISTED_UNDECIDED).map(({ line }) => line),
  }));
  return (
    `{"equivalent":${JSON.stringify(equivalent)},"accessEquivalent":${JSON.stringify(accessEquivalent)},"dialects":${JSON.stringify(dialects)},` +
    `${lists.join(',')},` +
    `"complete":${complete},"undecided":${JSON.stringify(undecided)}}`
  );
}

/** Returns a member with the first items within the limits, and one with the number of the others. */
function listed<Item extends object>(
  name: string,
  items: readonly Item[],
  asObject: (item: Item) => object = (item) => item,
): string {
  const list = new JsonList(LISTED_BYTES);
  let count = 0;
  for (const item of items.slice(0, LISTED_CHANGES)) {
    if (list.set(count, asObject(item))) count++;
  }
  const omitted = items.length - count;
  const omittedName = `omitted${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return `"${name}":[${list.text}]${omitted === 0 ? '' : `,"${omittedName}":${omitted}`}`;
}

function verdictOf({ allowed, reason, target, group, rule }: Verdict) {
  return {
    ...{ allowed, reason, target },
    ...(group === undefined ? {} : { group: groupResult(group) }),
    ...(rule === undefined ? {} : { rule: matchedRule(rule) }),
  };
}
