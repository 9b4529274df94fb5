/** Closed sets of names that the API shares with the packages below it; the compiler holds them complete. */
import type { FailureKind, PolicyName, Source, UnreachableReason } from '@repkit/client';
import type {
  DiagnosticCode,
  DialectName,
  LossReason,
  RuleKind,
  Severity,
  Verdict,
} from '@repkit/core';
import { Type } from 'typebox';

/** The keys of a table that names each of them once. */
function namesOf<Name extends string>(table: Readonly<Record<Name, true>>): [Name, ...Name[]] {
  return Object.keys(table) as [Name, ...Name[]];
}

export const DIALECTS = namesOf<DialectName>({
  rfc9309: true,
  'draft-koster-rep-00': true,
  google: true,
  koster1996: true,
});

export const POLICIES = namesOf<PolicyName>({
  rfc9309: true,
  google: true,
  'google-2026': true,
  koster1996: true,
});

const OUTCOMES = namesOf<'allowed' | 'disallowed' | 'unreachable'>({
  allowed: true,
  disallowed: true,
  unreachable: true,
});

const FAILURES: Readonly<Record<FailureKind, true>> = {
  dns: true,
  connect: true,
  timeout: true,
  reset: true,
  tls: true,
  protocol: true,
  'content-encoding': true,
  'refused-address': true,
  'bad-redirect': true,
  proxy: true,
  aborted: true,
};

const UNREACHABLE: Readonly<Record<UnreachableReason, true>> = {
  ...FAILURES,
  status: true,
  'partial-content': true,
  'not-modified-unasked': true,
  'too-many-redirects': true,
  'redirect-loop': true,
  'ftp-reply': true,
};

const BY_RULES: Readonly<Record<Verdict['reason'], true>> = {
  rule: true,
  'empty-rule': true,
  'no-rule': true,
  'no-group': true,
  'robots-txt': true,
};

export const Dialect = Type.Enum(DIALECTS, {
  description: 'How a robots.txt is read: docs/dialects.md is the table of their differences.',
});

export const Policy = Type.Enum(POLICIES, {
  description: 'How errors, redirects and caching are read. It brings its dialect.',
});

export const Outcome = Type.Enum(OUTCOMES, {
  description:
    '`unreachable`: the robots.txt is out of reach, so nothing may be fetched (RFC 9309 2.3.1.4).',
});

export const VerdictReason = Type.Enum(
  namesOf<Verdict['reason'] | UnreachableReason | 'unavailable' | 'given-up' | 'forbidden'>({
    ...BY_RULES,
    ...UNREACHABLE,
    unavailable: true,
    'given-up': true,
    forbidden: true,
  }),
  {
    description:
      '`rule`, `empty-rule`, `no-rule`, `no-group`, `robots-txt`: by the rules. `unavailable`: there is no robots.txt ' +
      '(RFC 9309 2.3.1.3). `given-up`: unreachable for so long that it counts as unavailable. `forbidden`: the site is ' +
      'restricted as a whole (koster1996). All others: why it is unreachable.',
  },
);

export const RulesReason = Type.Enum(namesOf<Verdict['reason']>(BY_RULES));

export const AccessReason = Type.Enum(
  namesOf<UnreachableReason | 'empty'>({ ...UNREACHABLE, empty: true }),
);

export const Kind = Type.Enum(namesOf<RuleKind>({ allow: true, disallow: true }));

export const Lost = Type.Enum(
  namesOf<LossReason>({ 'fewer-octets': true, 'allow-wins-tie': true, 'later-in-file': true }),
);

export const HeldIn = Type.Enum(namesOf<Source>({ fetched: true, memory: true, store: true }));

export const SeverityName = Type.Enum(
  namesOf<Severity>({ error: true, warning: true, info: true }),
);

export const Code = Type.Enum(
  namesOf<DiagnosticCode>({
    html: true,
    binary: true,
    'byte-order-mark': true,
    'not-utf-8': true,
    'over-parsing-limit': true,
    'line-too-long': true,
    'control-character': true,
    'unknown-field': true,
    'misspelt-field': true,
    'missing-colon': true,
    'not-a-record': true,
    noindex: true,
    'unusable-product-token': true,
    'product-token-cut': true,
    'product-token-outside-rfc': true,
    'rule-outside-group': true,
    'url-as-path': true,
    'unusable-path': true,
    'star-without-slash': true,
    'wildcard-as-itself': true,
    'dollar-not-last': true,
    'regular-expression': true,
    'hash-in-path': true,
    'dot-segment': true,
    'unencoded-octets': true,
    'sitemap-not-absolute': true,
    'crawl-delay-not-a-number': true,
    'duplicate-user-agent': true,
    'split-group': true,
    'duplicate-group': true,
    'shadowed-group': true,
    'empty-group': true,
    'drops-everyones-rules': true,
    'rule-never-wins': true,
    'rule-changes-nothing': true,
    'allow-reopens-nothing': true,
    'decided-by-tie': true,
    'everything-blocked': true,
    'assets-blocked': true,
    'crawlers-disagree': true,
    undecided: true,
  }),
  { description: 'What is said, for programs: docs/library.md has the table.' },
);
