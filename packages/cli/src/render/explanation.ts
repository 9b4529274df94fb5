import type { Provenance } from '@repkit/client';
import {
  type AppliedProfile,
  crawlerName,
  type Dialect,
  isGoverned,
  type MatchedRule,
  matcherFor,
  type Verdict,
} from '@repkit/core';
import { type CheckResult, type ResultByAccess, type ResultByRules, statusText } from '../input/check-result.js';
import { type FileProvenance, isFromFile } from '../input/read-robots.js';
import { controlText, notGovernedText, stepText } from '../options/crawler-option.js';
import { ago, counted, duration, type Paint, visible, visibleName } from '../program/terminal.js';
import { sourceLine } from './source-line.js';
import { ROBOTS_TXT_ALLOWED } from './text.js';

/** Returns the lines that `--explain` adds below a result, without the final line break. */
export function explanation(result: CheckResult, paint: Paint): string {
  const lines = provenanceLines(result.provenance);
  if (result.by === 'access') {
    lines.push(`reason:     ${ACCESS_REASONS[result.reason]}`);
  } else {
    const { robotsTxt, verdict, crawler, profile } = result;
    lines.push(`dialect:    ${robotsTxt.dialect.name}`, `target:     ${visible(verdict.target)}`);
    if (profile !== undefined) lines.push(...profileLines(crawler, profile, verdict));
    if (verdict.group !== undefined) {
      lines.push(`group:      ${groupName(verdict.group.productToken, crawler)}`);
      for (const line of verdict.group.userAgentLines) {
        lines.push(...sourceLine(robotsTxt, line, paint));
      }
    }
    lines.push(`reason:     ${reason(result)}`);
    const winner = verdict.rule;
    if (winner !== undefined) {
      for (const rule of verdict.matched ?? [winner]) {
        const mark = { span: rule.span, note: ruleNote(rule, winner, robotsTxt.dialect) };
        lines.push(...sourceLine(robotsTxt, rule.line, paint, mark));
      }
    }
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

/** Why the access decides as it does. What happened is in the line of the result. */
const ACCESS_REASONS: Readonly<Record<ResultByAccess['reason'], string>> = {
  unavailable: 'without a robots.txt, everything is allowed (RFC 9309 2.3.1.3)',
  unreachable: 'the rules are unknown, so everything is disallowed (RFC 9309 2.3.1.4)',
  'given-up': 'that long counts as no robots.txt, so everything is allowed (RFC 9309 2.3.1.4)',
  forbidden: 'such a status restricts the whole site (1996 draft 3.1)',
  'robots-txt': `${ROBOTS_TXT_ALLOWED} (RFC 9309 2.2.2)`,
};

/** Describes which group a known crawler follows, and where that is documented. */
function profileLines(crawler: CheckResult['crawler'], profile: AppliedProfile, { group }: Verdict): string[] {
  const what =
    typeof crawler === 'string' || isGoverned(crawler)
      ? stepText(profile, group)
      : `${notGovernedText(crawler)}; its rules would say:`;
  const { source, checked } = profile;
  return [
    ...[controlText(crawler) ?? [], what].flat().map((text) => `crawler:    ${visible(text)}`),
    ...(source === undefined ? [] : [`documented: ${visible(source)} (checked ${checked})`]),
  ];
}

function groupName(applied: string, crawler: CheckResult['crawler']): string {
  return typeof crawler === 'string' && applied === '*' && crawler !== '*'
    ? `* (no group names ${visible(crawler)})`
    : visible(applied);
}

function reason({ crawler, robotsTxt, verdict, profile, outcome }: ResultByRules): string {
  if (outcome === 'unstated') return 'no group names the label, and no document applies * to labels';
  switch (verdict.reason) {
    case 'rule':
      if (verdict.matched?.length === 1) return 'only this rule matches';
      return robotsTxt.dialect.precedence === 'first-in-file'
        ? 'the first matching rule in the file wins'
        : 'the longest matching rule wins; allow wins a tie';
    case 'empty-rule':
      return 'only a rule with an empty path applies, which restricts nothing';
    case 'no-rule': {
      const { length } = matcherFor(robotsTxt, crawler).rules;
      const rules =
        length === 1 ? 'the only rule of the group does not match' : `none of the ${length} rules of the group matches`;
      return `${length === 0 ? 'the group has no rules' : rules}, so it is allowed`;
    }
    case 'no-group': {
      if (profile?.step === 'star-ignored') return 'no group applies, so it is allowed';
      const name = crawlerName(crawler);
      const names = name === '*' ? '*' : `${visible(name)} or *`;
      return `no group names ${names}, so it is allowed`;
    }
    case 'robots-txt':
      return `${ROBOTS_TXT_ALLOWED} (RFC 9309 2.2.2)`;
  }
}

function ruleNote(rule: MatchedRule, winner: MatchedRule, { precedence }: Dialect): string {
  const compared = rule.canonicalPattern === rule.pattern ? '' : `, compared as ${visible(rule.canonicalPattern)}`;
  const weight = rule.asFolder ? 'treated as the folder of its index page' : counted(rule.bytes, 'byte');
  const measure = precedence === 'most-bytes' ? `${weight}${compared}` : compared.slice(2);
  const { line } = winner;
  const losses = {
    'fewer-bytes': winner.asFolder ? `line ${line} is more specific` : `line ${line} has ${winner.bytes}`,
    'allow-wins-tie': `tie with line ${line}, which allow wins`,
    'later-in-file': `line ${line} comes first`,
  };
  const loss = rule.lost === undefined ? '' : losses[rule.lost];
  const why = [measure, loss].filter((part) => part !== '').join(', ');
  const result = rule.lost === undefined ? 'wins' : 'loses';
  return why === '' ? result : `${result}: ${why}`;
}

/** Returns labeled lines about the source and lifetime of a robots.txt. */
export function provenanceLines(provenance: FileProvenance | Provenance): string[] {
  if (isFromFile(provenance)) return [`source:     ${visibleName(provenance.file)}`];
  const { policy, robotsTxtUrl, hops, source, body } = provenance;
  // The guard refuses the address before any request.
  if (provenance.reason === 'refused-address' && hops.length === 0) {
    return [`source:     ${visible(robotsTxtUrl)}, not requested`, `policy:     ${visible(policy)}`];
  }
  const origin = [
    `${visible(robotsTxtUrl)} (${statusText(provenance)})`,
    ...(source === 'store' ? ['from the store'] : []),
    ...lifetimeLines(provenance),
  ];
  return [
    `source:     ${origin.join(', ')}`,
    ...hops.map(({ url, status, location = 'an unreadable location' }) =>
      visible(`redirect:   ${url} to ${location} (status ${status})`),
    ),
    ...failing(provenance),
    // RFC 9309 2.3: "Internet Media Type 'text/plain'".
    ...(body?.wrongMediaType ? [`media type: ${visible(`${body.mediaType}`)} instead of text/plain; parsed nevertheless`] : []),
    `policy:     ${visible(policy)}`,
  ];
}

/** Describes age and remaining lifetime. */
function lifetimeLines({ access, ageMs, fetchedAt, freshUntil }: Provenance): string[] {
  const [verb, state] = access === 'successful' ? ['fetched', 'fresh'] : ['requested', 'valid'];
  const age = `${verb} ${ago(ageMs)}`;
  if (freshUntil === undefined) return [age];
  const leftMs = freshUntil - (fetchedAt + ageMs);
  return [age, leftMs > 0 ? `${state} for ${duration(leftMs)}` : `expired ${ago(-leftMs)}`];
}

/** Describes since when requests fail, and when the next one is due. */
function failing(provenance: Provenance): string[] {
  const { access, detail, fetchedAt, ageMs, nextRequestAt, unreachableSince: since } = provenance;
  if (since === undefined) return [];
  const now = fetchedAt + ageMs;
  // If access is unreachable, the line of the result states the detail.
  const what = access === 'unreachable' ? '' : `: ${visible(`${detail}`)}`;
  const next = `next request in ${duration(nextRequestAt - now)}, or now with --refresh`;
  return [`failing:    since ${utc(since)} (${ago(now - since)})${what}; ${next}`];
}

/** `2026-11-21 11:28:57 UTC`. */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
