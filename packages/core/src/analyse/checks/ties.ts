/** Checks of rules that contradict each other about a URL, and are equally specific; proved by a witness. */

import type { Rule } from '../../verdict.js';
import type { Audience } from '../audience.js';
import type { Diagnostic } from '../diagnostic.js';
import { whereWins } from '../prove.js';
import type { Entry, Reading } from '../reading.js';
import { type FileCheck, type FileContext, ORIGIN, ruleInWords } from './finding.js';

/** By so much an allow rule outweighs a disallow rule of as many octets. */
const TIE_WEIGHT = 1;

/** RFC 9309 2.2.2: "If an allow rule and a disallow rule are equivalent, then the allow rule SHOULD be used". */
export const ties: FileCheck = (context) => {
  if (context.robotsTxt.dialect.precedence !== 'most-octets') return [];
  const found = new Map<number, Diagnostic>();
  for (const audience of context.audiences.all) {
    for (const rule of audience.matcher.rules) {
      if (rule.kind !== 'disallow' || !rule.usable || found.has(rule.line)) continue;
      const tie = tieOf(rule, audience, context);
      if (tie !== undefined) found.set(rule.line, tie);
    }
  }
  return [...found.values()];
};

/** The first allow rule that takes a URL from the disallow rule by the tie alone. */
function tieOf(rule: Rule, audience: Audience, context: FileContext): Diagnostic | undefined {
  const { reading } = audience;
  const { budget } = context;
  for (const entry of reading.entriesOf(rule)) {
    for (const other of reading.overlapping(entry.shape, budget)) {
      const allow = other.rule;
      // Between two entries of as many octets there is nothing but the tie.
      if (allow?.kind !== 'allow' || other.weight !== entry.weight + TIE_WEIGHT) continue;
      const within = [rule.canonicalPattern, ...folderOf(allow, other, reading)];
      const answer = whereWins(reading, allow, budget, { within });
      if (answer.outcome === 'undecided') context.leaveUndecided();
      if (answer.outcome !== 'found') continue;
      if (isTie(answer.witness, allow, rule, audience))
        return diagnosticOf(rule, allow, answer.witness);
    }
  }
  return undefined;
}

/** The folder that the entry stands for, where the rule has one beside its own (row 24). */
function folderOf(allow: Rule, entry: Entry, reading: Reading): readonly string[] {
  if (reading.entriesOf(allow)[0] === entry) return [];
  const { canonicalPattern } = allow;
  return [`${canonicalPattern.slice(0, canonicalPattern.lastIndexOf('/') + 1)}$`];
}

/** What the matcher says of the witness. */
function isTie(witness: string, allow: Rule, disallow: Rule, { matcher }: Audience): boolean {
  const { rule, matched = [] } = matcher.explain(ORIGIN + witness, { all: true });
  const lost = matched.find(({ line }) => line === disallow.line)?.lost;
  return rule?.line === allow.line && lost === 'allow-wins-tie';
}

function diagnosticOf(rule: Rule, allow: Rule, witness: string): Diagnostic {
  return {
    code: 'decided-by-tie',
    severity: 'warning',
    message: `${ruleInWords(rule)} and ${ruleInWords(allow)} on line ${allow.line} contradict each other about ${JSON.stringify(witness)}, and are equally specific; the allow wins.`,
    clause: 'RFC 9309 2.2.2',
    span: rule.span,
    related: [allow.span],
    witness,
  };
}
