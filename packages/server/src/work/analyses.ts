/** Work that takes long enough to be felt by other requests; it runs in a thread. Each analysis returns JSON. */
import { type Diagnostic, diff, format, lint, parseRobotsTxt, type Verdict } from '@repkit/core';
import { Problem, type ProblemName, type ProblemPlace } from '../http/problem.js';
import {
  LISTED_BYTES,
  LISTED_CHANGES,
  LISTED_DIAGNOSTICS,
  LISTED_PER_CODE,
  LISTED_UNDECIDED,
  PROOF_STEPS,
} from '../options.js';
import type { DiffRequest, FormatRequest, LintRequest } from '../schema/file.js';
import { GivenAnswers, type GivenCheck, groupAnswer, matchedRule, mustBe } from './given-files.js';
import { JsonList } from './json.js';

export type Analysis =
  | ({ readonly kind: 'check' } & GivenCheck)
  | ({ readonly kind: 'lint' } & LintRequest)
  | ({ readonly kind: 'diff' } & DiffRequest)
  | ({ readonly kind: 'format' } & FormatRequest);

/** The JSON; or a problem as its parts, since a class does not survive the way between threads. */
export type AnalysisResult =
  | { readonly text: string }
  | {
      readonly problem: ProblemName;
      readonly detail: string;
      readonly places: readonly ProblemPlace[];
    };

/** What a thread of the pool runs. */
export function run(analysis: Analysis): AnalysisResult {
  try {
    return { text: textOf(analysis) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.problem, detail: error.message, places: error.places };
  }
}

function textOf(analysis: Analysis): string {
  switch (analysis.kind) {
    case 'check':
      return verdicts(analysis);
    case 'lint':
      return diagnostics(analysis);
    case 'diff':
      return changes(analysis);
    case 'format':
      return formatted(analysis);
  }
}

/** The answers alone, with commas between them. */
function verdicts(check: GivenCheck): string {
  const answers = new GivenAnswers(check);
  answers.add(() => false);
  return answers.text;
}

function diagnostics({ robotsTxt, dialect, assets = [] }: LintRequest): string {
  const file = parseRobotsTxt(robotsTxt, dialect === undefined ? {} : { dialect });
  for (const [index, asset] of assets.entries()) {
    mustBe(['assets', index], () => file.isAllowed(asset, '*'));
  }
  const { listed, omitted } = listedDiagnostics(lint(file, { assets, budget: PROOF_STEPS }));
  const more = omitted.length === 0 ? '' : `,"omitted":${JSON.stringify(omitted)}`;
  return `{"diagnostics":[${listed}]${more}}`;
}

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** The most severe ones, of each code the first ones of the file; in file order. */
function listedDiagnostics(all: readonly Diagnostic[]) {
  const list = new JsonList(LISTED_BYTES);
  const listedByCode = new Map<string, number>();
  const omittedByCode = new Map<string, number>();
  let count = 0;
  const countIn = (counts: Map<string, number>, code: string, times = 1): void => {
    counts.set(code, (counts.get(code) ?? 0) + times);
  };
  for (const severity of SEVERITIES) {
    for (const [at, diagnostic] of all.entries()) {
      if (diagnostic.severity !== severity) continue;
      const { code, omitted } = diagnostic;
      if (omitted !== undefined) {
        countIn(omittedByCode, omitted.code, omitted.count);
        continue;
      }
      const hasRoom = count < LISTED_DIAGNOSTICS && (listedByCode.get(code) ?? 0) < LISTED_PER_CODE;
      if (hasRoom && list.set(at, diagnostic)) {
        count++;
        countIn(listedByCode, code);
      } else countIn(omittedByCode, code);
    }
  }
  return {
    listed: list.text,
    omitted: [...omittedByCode].map(([code, count]) => ({ code, count })),
  };
}

function changes({ before, after, dialect, productTokens }: DiffRequest): string {
  const options = dialect === undefined ? {} : { dialect };
  const files = [parseRobotsTxt(before, options), parseRobotsTxt(after, options)] as const;
  for (const [index, token] of (productTokens ?? []).entries()) {
    mustBe(['productTokens', index], () => files[0].matcher(token));
  }
  const found = diff(...files, {
    ...(productTokens === undefined ? {} : { productTokens }),
    budget: PROOF_STEPS,
  });
  const list = new JsonList(LISTED_BYTES);
  let listedCount = 0;
  for (const change of found.changes.slice(0, LISTED_CHANGES)) {
    const answer = { ...change, before: verdictOf(change.before), after: verdictOf(change.after) };
    if (list.set(listedCount, answer)) listedCount++;
  }
  const omitted = found.changes.length - listedCount;
  const more = omitted === 0 ? '' : `,"omittedChanges":${omitted}`;
  const { equivalent, complete } = found;
  const undecided = found.undecided.slice(0, LISTED_UNDECIDED).map((one) => ({
    productTokens: one.productTokens.slice(0, LISTED_UNDECIDED),
    before: one.before.slice(0, LISTED_UNDECIDED).map(({ line }) => line),
    after: one.after.slice(0, LISTED_UNDECIDED).map(({ line }) => line),
  }));
  return `{"equivalent":${JSON.stringify(equivalent)},"changes":[${list.text}]${more},"complete":${complete},"undecided":${JSON.stringify(undecided)}}`;
}

function verdictOf({ allowed, reason, target, group, rule }: Verdict) {
  return {
    ...{ allowed, reason, target },
    ...(group === undefined ? {} : { group: groupAnswer(group) }),
    ...(rule === undefined ? {} : { rule: matchedRule(rule) }),
  };
}

function formatted({ robotsTxt, dialect, lineEnd, sortRules = false }: FormatRequest): string {
  const file = parseRobotsTxt(robotsTxt, dialect === undefined ? {} : { dialect });
  const text = format(file, { sortRules, ...(lineEnd === undefined ? {} : { lineEnd }) });
  return JSON.stringify({ robotsTxt: text, changed: text !== robotsTxt });
}
