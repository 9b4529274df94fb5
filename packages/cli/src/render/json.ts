import type { Provenance } from '@repkit/client';
import { type AppliedGroup, crawlerName, type DialectName, type MatchedRule, type Verdict } from '@repkit/core';
import type { CheckResult } from '../input/check-result.js';
import { type FileProvenance, isFromFile } from '../input/read-robots.js';
import { visibleJson } from '../program/terminal.js';
import { preferencesOf } from './preferences.js';

/** Incremented by any change to the documents except new fields. */
const JSON_VERSION = 1;

/** Returns the document of `check --json`. Every field except `matched`, `profile` and `preferences` is always present. */
export function checkJson(results: readonly CheckResult[], dialect: DialectName, withPreferences = false): string {
  const verdicts = results.map((result) => ({
    ...resultJson(result),
    ...(withPreferences && { preferences: preferencesOf(result) }),
  }));
  return jsonText({ dialect, verdicts });
}

/** Returns a document with its version and a final line break. */
export function jsonText(document: object): string {
  return `${visibleJson(JSON.stringify({ version: JSON_VERSION, ...document }, null, 2))}\n`;
}

export function resultJson(result: CheckResult): object {
  const { url, crawler, outcome } = result;
  const query = { url, productToken: crawlerName(crawler), verdict: outcome };
  const { profile } = result;
  if (result.by === 'access') {
    return {
      ...query,
      reason: result.reason,
      target: null,
      group: null,
      rule: null,
      ...(profile && { profile }),
      robotsTxt: robotsTxtJson(result.provenance, result.detail, false),
    };
  }
  const { verdict, robotsTxt, provenance } = result;
  const { rule, matched } = verdict;
  return {
    ...query,
    ...reasonsJson(verdict),
    // Rules can match /robots.txt, but none decides about it.
    ...(matched && {
      matched: (rule === undefined ? [] : matched).map((candidate) => ({
        ...ruleJson(candidate),
        lost: candidate.lost ?? null,
      })),
    }),
    ...(profile && { profile: { ...profile, dialect: robotsTxt.dialect.name } }),
    robotsTxt: robotsTxtJson(
      provenance,
      // A cached copy can be in use while requests fail.
      isFromFile(provenance) ? undefined : provenance.detail,
      robotsTxt.truncated,
    ),
  };
}

export function reasonsJson({ reason, target, group, rule }: Verdict): object {
  return {
    reason,
    target,
    group: groupJson(group),
    rule: rule === undefined ? null : ruleJson(rule),
  };
}

export function groupJson(group: AppliedGroup | undefined): object | null {
  if (group === undefined) return null;
  const { productToken, userAgentLines } = group;
  return { productToken, userAgentLines };
}

export function ruleJson(rule: MatchedRule): object {
  const { kind, pattern, canonicalPattern, bytes, line, span, asFolder = false } = rule;
  const { column, endColumn } = span;
  return { kind, pattern, canonicalPattern, bytes, line, column, endColumn, asFolder };
}

function robotsTxtJson(provenance: FileProvenance | Provenance, detail: string | undefined, truncated: boolean): object {
  const origin = isFromFile(provenance) ? { file: provenance.file } : provenanceJson(provenance);
  return { ...origin, detail: detail ?? null, truncated };
}

function provenanceJson(provenance: Provenance): object {
  const { robotsTxtUrl, status = null, hops, policy, access, reason = null } = provenance;
  const { source, store, storeError = null, stale, fetchedAt, ageMs } = provenance;
  const { freshUntil, nextRequestAt, unreachableSince } = provenance;
  return {
    url: robotsTxtUrl,
    status,
    redirects: hops.flatMap(({ location }) => location ?? []),
    hops: hops.map(({ url, status, location = null }) => ({ url, status, location })),
    policy,
    access,
    reason,
    source,
    store,
    storeError,
    fetchedAt: timeJson(fetchedAt),
    ageMs,
    freshUntil: timeJson(freshUntil),
    nextRequestAt: timeJson(nextRequestAt),
    stale,
    unreachableSince: timeJson(unreachableSince),
  };
}

/** Returns ISO 8601 in UTC. */
function timeJson(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
