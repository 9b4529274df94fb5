import type { DialectName, MatchedRule } from '@repkit/core';
import type { Answer } from '../answer.js';
import type { Provenance } from '../robots-txt-source.js';
import { visibleJson } from './visible.js';

/** The shape of the document; raised by any change but a new field. */
const JSON_VERSION = 1;

/** The document of `check --json`, line end included; every field but `matched` is always there. */
export function jsonDocument(answers: readonly Answer[], dialect: DialectName): string {
  const document = { version: JSON_VERSION, dialect, verdicts: answers.map(verdictJson) };
  return `${visibleJson(JSON.stringify(document, null, 2))}\n`;
}

function verdictJson(answer: Answer): object {
  const { url, productToken, outcome } = answer;
  const asked = { url, productToken, verdict: outcome };
  if (answer.by === 'access') {
    return {
      ...asked,
      reason: outcome === 'allowed' ? 'unavailable' : 'unreachable',
      target: null,
      group: null,
      rule: null,
      robotsTxt: { ...provenanceJson(answer.provenance), detail: answer.detail, truncated: false },
    };
  }
  const { verdict, robotsTxt } = answer;
  const { group, rule, matched } = verdict;
  return {
    ...asked,
    reason: verdict.reason,
    target: verdict.target,
    group:
      group === undefined
        ? null
        : { productToken: group.productToken, userAgentLines: group.userAgentLines },
    rule: rule === undefined ? null : ruleJson(rule),
    // Without a deciding rule no rule had a say, even where one matches /robots.txt.
    ...(matched === undefined
      ? {}
      : {
          matched: (rule === undefined ? [] : matched).map((one) => ({
            ...ruleJson(one),
            lost: one.lost ?? null,
          })),
        }),
    robotsTxt: {
      ...provenanceJson(answer.provenance),
      detail: null,
      truncated: robotsTxt.truncated,
    },
  };
}

function ruleJson(rule: MatchedRule): object {
  const { kind, pattern, canonicalPattern, octets, line, span, asFolder = false } = rule;
  const { column, endColumn } = span;
  return { kind, pattern, canonicalPattern, octets, line, column, endColumn, asFolder };
}

function provenanceJson(provenance: Provenance): object {
  if (provenance.from === 'file') return { file: provenance.name };
  const { url, status, redirects } = provenance;
  return { url, status: status ?? null, redirects };
}
