import type { Provenance } from '@repkit/client';
import type { AppliedGroup, DialectName, MatchedRule, Verdict } from '@repkit/core';
import type { Answer } from '../input/answer.js';
import { type FileProvenance, isFromFile } from '../input/read-robots.js';
import { visibleJson } from './terminal.js';

/** The shape of the documents; raised by any change but a new field. */
const JSON_VERSION = 1;

/** The document of `check --json`, line end included; every field but `matched` is always there. */
export function jsonDocument(answers: readonly Answer[], dialect: DialectName): string {
  return jsonText({ dialect, verdicts: answers.map(answerJson) });
}

/** A document with its version, line end included. */
export function jsonText(document: object): string {
  return `${visibleJson(JSON.stringify({ version: JSON_VERSION, ...document }, null, 2))}\n`;
}

function answerJson(answer: Answer): object {
  const { url, productToken, outcome } = answer;
  const asked = { url, productToken, verdict: outcome };
  if (answer.by === 'access') {
    return {
      ...asked,
      reason: answer.reason,
      target: null,
      group: null,
      rule: null,
      robotsTxt: robotsTxtJson(answer.provenance, answer.detail, false),
    };
  }
  const { verdict, robotsTxt, provenance } = answer;
  const { rule, matched } = verdict;
  return {
    ...asked,
    ...reasonsJson(verdict),
    // Without a deciding rule no rule had a say, even where one matches /robots.txt.
    ...(matched === undefined
      ? {}
      : {
          matched: (rule === undefined ? [] : matched).map((one) => ({
            ...ruleJson(one),
            lost: one.lost ?? null,
          })),
        }),
    robotsTxt: robotsTxtJson(
      provenance,
      // A copy may stand while requests for a newer one fail.
      isFromFile(provenance) ? undefined : provenance.detail,
      robotsTxt.truncated,
    ),
  };
}

/** Why a verdict is what it is. */
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

function robotsTxtJson(
  provenance: FileProvenance | Provenance,
  detail: string | undefined,
  truncated: boolean,
): object {
  const whence = isFromFile(provenance) ? { file: provenance.file } : provenanceJson(provenance);
  return { ...whence, detail: detail ?? null, truncated };
}

function provenanceJson(provenance: Provenance): object {
  const { robotsTxtUrl, status, hops, policy, access, reason } = provenance;
  const { source, store, storeError, stale, fetchedAt, ageMs } = provenance;
  const { freshUntil, nextRequestAt, unreachableSince } = provenance;
  return {
    url: robotsTxtUrl,
    status: status ?? null,
    redirects: hops.flatMap(({ location }) => location ?? []),
    hops: hops.map(({ url, status: hopStatus, location }) => ({
      url,
      status: hopStatus,
      location: location ?? null,
    })),
    policy,
    access,
    reason: reason ?? null,
    source,
    store,
    storeError: storeError ?? null,
    fetchedAt: timeJson(fetchedAt),
    ageMs,
    freshUntil: timeJson(freshUntil),
    nextRequestAt: timeJson(nextRequestAt),
    stale,
    unreachableSince: timeJson(unreachableSince),
  };
}

/** ISO 8601, in UTC. */
function timeJson(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
