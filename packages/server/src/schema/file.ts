/** POST /v1/lint, /v1/diff and /v1/format: what is asked about files. */
import { type Static, Type } from 'typebox';
import { Code, Dialect, SeverityName } from './names.js';
import { AskedUrl, ProductToken, RobotsTxtText, RulesVerdict, Span, shape } from './parts.js';

export const LintRequest = shape({
  robotsTxt: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  assets: Type.Optional(
    Type.Array(AskedUrl, {
      maxItems: 100,
      description: "Style sheets and scripts that the site's own pages need.",
    }),
  ),
});

const Diagnostic = shape({
  code: Code,
  severity: SeverityName,
  message: Type.String({ description: 'One sentence for people, which may change.' }),
  clause: Type.String(),
  span: Span,
  fix: Type.Optional(shape({ span: Span, replacement: Type.String() })),
  related: Type.Optional(Type.Array(Span)),
  witness: Type.Optional(Type.String()),
});

export const LintAnswer = shape({
  diagnostics: Type.Array(Diagnostic, { description: 'In file order.' }),
});

export const DiffRequest = shape({
  before: RobotsTxtText,
  after: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  productTokens: Type.Optional(
    Type.Array(ProductToken, {
      maxItems: 100,
      description: 'Whose verdicts are compared: by default all that either file names, and `*`.',
    }),
  ),
});

const Change = shape({
  productToken: Type.String(),
  effect: Type.Enum(['newly-blocked', 'newly-allowed']),
  witness: Type.String({ description: 'A path that shows it.' }),
  pattern: Type.String({ description: 'The path-pattern of the rule that makes the difference.' }),
  before: RulesVerdict,
  after: RulesVerdict,
});

export const DiffAnswer = shape({
  equivalent: Type.Union([Type.Boolean(), Type.Literal('undecided')], {
    description: '`true` and `false` are proved.',
  }),
  changes: Type.Array(Change),
  complete: Type.Boolean({ description: 'False where there may be more changes.' }),
});

export const FormatRequest = shape({
  robotsTxt: RobotsTxtText,
  dialect: Type.Optional(Dialect),
  lineEnd: Type.Optional(Type.Enum(['lf', 'crlf'])),
  sortRules: Type.Optional(Type.Boolean()),
});

export const FormatAnswer = shape({
  robotsTxt: Type.String({ description: 'The same file in one style.' }),
  changed: Type.Boolean(),
});

export type LintRequest = Static<typeof LintRequest>;
export type DiffRequest = Static<typeof DiffRequest>;
export type FormatRequest = Static<typeof FormatRequest>;
