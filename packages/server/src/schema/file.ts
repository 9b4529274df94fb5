/** Schemas of POST /v1/lint, /v1/diff and /v1/format. */
import { type Static, Type } from 'typebox';
import {
  LISTED_BYTES,
  LISTED_CHANGES,
  LISTED_DIAGNOSTICS,
  LISTED_PER_CODE,
  LISTED_UNDECIDED,
} from '../options.js';
import {
  AskedUrl,
  Code,
  Dialect,
  ProductToken,
  RobotsTxtText,
  RulesVerdict,
  requestShape,
  SeverityName,
  Span,
  shape,
} from './parts.js';

export const LintRequest = requestShape({
  robotsTxt: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  assets: Type.Optional(
    Type.Array(AskedUrl, {
      maxItems: 100,
      description: "Style sheets and scripts that the site's pages need.",
    }),
  ),
});

const Diagnostic = shape({
  code: Code,
  severity: SeverityName,
  message: Type.String({ description: 'Text for people, which may change.' }),
  clause: Type.String(),
  span: Span,
  fix: Type.Optional(shape({ span: Span, replacement: Type.String() })),
  related: Type.Optional(Type.Array(Span)),
  witness: Type.Optional(Type.String()),
  omitted: Type.Optional(shape({ code: Code, count: Type.Integer() })),
});

export const LintAnswer = shape({
  diagnostics: Type.Array(Diagnostic, {
    description: `In file order: the most severe ${LISTED_DIAGNOSTICS}, of each code the first ${LISTED_PER_CODE}, and at most ${LISTED_BYTES} bytes.`,
  }),
  omitted: Type.Optional(
    Type.Array(shape({ code: Code, count: Type.Integer() }), {
      description: 'The number of diagnostics not listed, by code.',
    }),
  ),
});

export const DiffRequest = requestShape({
  before: RobotsTxtText,
  after: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  productTokens: Type.Optional(
    Type.Array(ProductToken, {
      maxItems: 100,
      description: 'The crawlers to compare (default: all that either file names, and `*`).',
    }),
  ),
});

const Change = shape({
  productToken: Type.String(),
  effect: Type.Enum(['newly-blocked', 'newly-allowed']),
  witness: Type.String({ description: 'An example path.' }),
  pattern: Type.String({ description: 'The path-pattern of the rule that makes the difference.' }),
  before: RulesVerdict,
  after: RulesVerdict,
});

const lines = (description: string) => Type.Array(Type.Integer({ minimum: 1 }), { description });

const Undecided = shape({
  productTokens: Type.Array(Type.String(), { description: 'The same rules apply to all of them.' }),
  before: lines(
    'Lines of rules in `before`. If `after` is empty too, no rule for these tokens was compared.',
  ),
  after: lines('Lines of rules in `after`.'),
});

export const DiffAnswer = shape({
  equivalent: Type.Union([Type.Boolean(), Type.Literal('undecided')], {
    description: '`true` and `false` are proved.',
  }),
  changes: Type.Array(Change, {
    description: `The first ${LISTED_CHANGES}, and at most ${LISTED_BYTES} bytes.`,
  }),
  omittedChanges: Type.Optional(Type.Integer({ description: 'The number of changes not listed.' })),
  complete: Type.Boolean({ description: 'Whether these are all changes.' }),
  undecided: Type.Array(Undecided, {
    description: `Rules that may make further changes, because the search limit was reached: the first ${LISTED_UNDECIDED}, each with the first ${LISTED_UNDECIDED} lines and product tokens.`,
  }),
});

export const FormatRequest = requestShape({
  robotsTxt: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  lineEnd: Type.Optional(Type.Enum(['lf', 'crlf'])),
  sortRules: Type.Optional(Type.Boolean()),
});

export const FormatAnswer = shape({
  robotsTxt: Type.String({ description: 'The formatted file.' }),
  changed: Type.Boolean(),
});

export type LintRequest = Static<typeof LintRequest>;
export type DiffRequest = Static<typeof DiffRequest>;
export type FormatRequest = Static<typeof FormatRequest>;
