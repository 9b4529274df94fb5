import { type Static, Type } from 'typebox';
import {
  LISTED_BYTES,
  LISTED_CHANGES,
  LISTED_DIAGNOSTICS,
  LISTED_PER_CODE,
  LISTED_UNDECIDED,
} from '../options.js';
import {
  Code,
  Dialect,
  ProductToken,
  RobotsTxtText,
  RulesVerdict,
  requestObject,
  responseObject,
  SeverityName,
  Span,
  UrlString,
} from './parts.js';

export const LintRequest = requestObject({
  robotsTxt: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  assets: Type.Optional(
    Type.Array(UrlString, {
      maxItems: 100,
      description: 'Style sheets and scripts that pages of the site require.',
    }),
  ),
});

const Diagnostic = responseObject({
  code: Code,
  severity: SeverityName,
  message: Type.String({ description: 'Human-readable text; may change between versions.' }),
  clause: Type.String(),
  span: Span,
  fix: Type.Optional(
    responseObject({
      span: Span,
      replacement: Type.String(),
      safe: Type.Boolean({
        description: 'Whether it is proved to change no verdict in any dialect.',
      }),
    }),
  ),
  related: Type.Optional(Type.Array(Span)),
  witness: Type.Optional(Type.String()),
  omitted: Type.Optional(responseObject({ code: Code, count: Type.Integer() })),
});

export const LintResponse = responseObject({
  diagnostics: Type.Array(Diagnostic, {
    description: `In file order. Lists the ${LISTED_DIAGNOSTICS} most severe diagnostics, at most ${LISTED_PER_CODE} per code and ${LISTED_BYTES} bytes.`,
  }),
  omitted: Type.Optional(
    Type.Array(responseObject({ code: Code, count: Type.Integer() }), {
      description: 'Number of unlisted diagnostics per code.',
    }),
  ),
});

export const DiffRequest = requestObject({
  before: RobotsTxtText,
  after: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  productTokens: Type.Optional(
    Type.Array(ProductToken, {
      maxItems: 100,
      description: 'Crawlers to compare (default: `*` and all that either file names).',
    }),
  ),
});

const Change = responseObject({
  productTokens: Type.Array(Type.String(), { description: 'The crawlers that it affects.' }),
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

export const DiffResponse = responseObject({
  equivalent: Type.Union([Type.Boolean(), Type.Literal('undecided')], {
    description:
      'Whether nothing that a crawler reads has changed. `true` and `false` are proved; `undecided` means that the search limit was reached.',
  }),
  accessEquivalent: Type.Union([Type.Boolean(), Type.Literal('undecided')], {
    description: 'Whether every URL has the same verdict, even if other records differ.',
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

export const FormatRequest = requestObject({
  robotsTxt: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  lineEnd: Type.Optional(Type.Enum(['lf', 'crlf'])),
  sortRules: Type.Optional(Type.Boolean()),
});

export const FormatResponse = responseObject({
  robotsTxt: Type.String({ description: 'The formatted file.' }),
  changed: Type.Boolean(),
});

export type LintRequest = Static<typeof LintRequest>;
export type DiffRequest = Static<typeof DiffRequest>;
export type FormatRequest = Static<typeof FormatRequest>;
