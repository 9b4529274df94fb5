/** Checks of rules that decide nothing, or nothing that would not be decided so without them; proved. */
import type { RobotsTxt } from '../../robots-txt.js';
import type { Rule } from '../../verdict.js';
import type { Audience } from '../audience.js';
import type { Diagnostic, TextEdit } from '../diagnostic.js';
import { type Answer, whereMatters, whereWins } from '../prove.js';
import { type Reading, readingFrom } from '../reading.js';
import {
  type FileCheck,
  type FileContext,
  linesInWords,
  recordOn,
  removal,
  ruleInWords,
} from './finding.js';

const CLAUSE = 'RFC 9309 2.2.2';

/** A rule as one audience has it. */
interface Held {
  readonly audience: Audience;
  readonly rule: Rule;
}

export const deadRules: FileCheck = (context) => {
  const held = context.audiences.all.flatMap((audience) =>
    audience.matcher.rules.map((rule): Held => ({ audience, rule })),
  );
  // What can match nothing has been told as a line; an empty path says on purpose that nothing is restricted.
  const written = held.filter(({ rule }) => rule.usable && rule.octets > 0);
  const asked = [...Map.groupBy(written, ({ rule }) => rule.line).values()].map((holders) => ({
    holders,
    wins: decide(holders, context, ({ audience, rule }) =>
      whereWins(audience.reading, rule, context.budget),
    ),
  }));
  const dead = new Set<number>();
  for (const { holders, wins } of asked)
    if (wins.outcome === 'never') dead.add(holders[0].rule.line);
  const living = livingReadings(context.audiences.all, dead);
  return asked.flatMap(({ holders, wins }) => {
    if (wins.outcome === 'never') return neverWins(holders, wins.coveredBy, context) ?? [];
    if (wins.outcome === 'undecided' || isWholeGroup(holders)) return [];
    // Beside its copy that never decides, a rule is not one that changes nothing.
    const matters = decide(holders, context, ({ audience, rule }) => {
      const answer = whereMatters(audience.reading, rule, context.budget);
      const other = living.get(audience);
      return answer.outcome === 'never' && other !== undefined
        ? whereMatters(other, rule, context.budget)
        : answer;
    });
    return matters.outcome === 'never' ? changesNothing(holders[0].rule, wins.witness) : [];
  });
};

/** The readings of those who have dead rules, without these. */
function livingReadings(
  audiences: readonly Audience[],
  dead: ReadonlySet<number>,
): ReadonlyMap<Audience, Reading> {
  const readings = new Map<Audience, Reading>();
  for (const audience of audiences) {
    const { rules, dialect } = audience.reading;
    const living = rules.filter(({ line }) => !dead.has(line));
    if (living.length < rules.length) readings.set(audience, readingFrom(living, dialect));
  }
  return readings;
}

/** The answer for all who hold the rule; notes where it is none. */
function decide(
  holders: readonly Held[],
  { leaveUndecided }: FileContext,
  ask: (held: Held) => Answer,
): Answer {
  const answer = ofAll(holders, ask);
  if (answer.outcome === 'undecided') leaveUndecided();
  return answer;
}

/** `never` where it is so for all; a witness for one of them is one for the rule. */
function ofAll(holders: readonly Held[], ask: (held: Held) => Answer): Answer {
  const coveredBy: Rule[] = [];
  let undecided = false;
  for (const held of holders) {
    const answer = ask(held);
    if (answer.outcome === 'found') return answer;
    if (answer.outcome === 'never') coveredBy.push(...answer.coveredBy);
    else undecided = true;
  }
  return undecided ? { outcome: 'undecided' } : { outcome: 'never', coveredBy };
}

/** `Allow: /` alone in its group says on purpose what holds anyway. */
function isWholeGroup(holders: readonly Held[]): boolean {
  return holders.every(({ audience, rule }) => {
    return rule.kind === 'allow' && audience.matcher.rules.length === 1;
  });
}

function neverWins(
  holders: readonly Held[],
  coveredBy: readonly Rule[],
  context: FileContext,
): Diagnostic | undefined {
  const [{ rule }] = holders;
  if (coveredBy.some((cover) => isTie(cover, holders, context))) return undefined;
  const byLine = new Map(coveredBy.map((cover) => [cover.line, cover]));
  const covers = [...byLine.values()].sort((a, b) => a.line - b.line);
  const fix = duplicateRemoval(rule, covers, context.robotsTxt);
  const why =
    covers.length === 0
      ? 'because no rule is asked about the URLs that it matches'
      : `because ${linesInWords(covers)} ${covers.length === 1 ? 'decides' : 'decide'} about all that it matches`;
  return {
    code: 'rule-never-wins',
    severity: 'warning',
    message: `${ruleInWords(rule)} never decides about a URL, ${why}.`,
    clause: CLAUSE,
    span: rule.span,
    related: covers.map(({ span }) => span),
    ...(fix !== undefined && { fix }),
  };
}

/** Whether the rule contradicts a better one of the same path that decides: that is told as a contradiction. */
function isTie(cover: Rule, holders: readonly Held[], { robotsTxt, budget }: FileContext): boolean {
  const [{ rule }] = holders;
  if (robotsTxt.dialect.precedence !== 'most-octets' || cover.kind === rule.kind) return false;
  if (cover.canonicalPattern !== rule.canonicalPattern) return false;
  return holders.some(
    ({ audience }) => whereWins(audience.reading, cover, budget).outcome === 'found',
  );
}

/** Only the second of two equal lines of a group can be taken away without a look at what other crawlers read. */
function duplicateRemoval(
  rule: Rule,
  covers: readonly Rule[],
  robotsTxt: RobotsTxt,
): TextEdit | undefined {
  const record = recordOn(robotsTxt, rule.line);
  const isCopy = covers.some(({ line, kind, pattern }) => {
    const { groupIndex } = recordOn(robotsTxt, line);
    const isBefore = line < rule.line && groupIndex === record.groupIndex;
    return isBefore && kind === rule.kind && pattern === rule.pattern;
  });
  return isCopy ? removal(robotsTxt, record) : undefined;
}

function changesNothing(rule: Rule, witness: string): Diagnostic {
  const common = { clause: CLAUSE, span: rule.span, witness };
  return rule.kind === 'allow'
    ? {
        code: 'allow-reopens-nothing',
        severity: 'info',
        message: `${ruleInWords(rule)} opens nothing: what it matches, such as ${JSON.stringify(witness)}, is allowed without it.`,
        ...common,
      }
    : {
        code: 'rule-changes-nothing',
        severity: 'info',
        message: `${ruleInWords(rule)} changes nothing: what it decides about, such as ${JSON.stringify(witness)}, is blocked without it.`,
        ...common,
      };
}
