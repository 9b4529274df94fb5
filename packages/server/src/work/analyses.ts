/** Analyses that would block other requests. They run in threads and return JSON. */
import { parseRobotsTxt, type Verdict } from '@repkit/core';
import { checkFixes, type Diagnostic, diff, format, lint } from '@repkit/core/analysis';
import { Problem, type ProblemLocation, type ProblemName } from '../http/problem.js';
import {
  LISTED_BYTES,
  LISTED_CHANGES,
  LISTED_DIAGNOSTICS,
  LISTED_PER_CODE,
  LISTED_UNDECIDED,
  PROOF_STEPS,
} from '../options.js';
import type { DiffRequest, FormatRequest, LintRequest } from '../schema/file.js';
import {
  groupResult,
  type InlineCheck,
  InlineResults,
  matchedRule,
  problemIfInvalid,
} from './inline-check.js';
import { JsonList } from './json.js';
import {
  type PageRulesAnalysis,
  type PreferencesAnalysis,
  statedPageRules,
  statedPreferences,
} from './page-analyses.js';

export type Analysis =
  | ({ readonly kind: 'check' } & InlineCheck)
  | ({ readonly kind: 'lint' } & LintRequest)
  | ({ readonly kind: 'diff' } & DiffRequest)
  | ({ readonly kind: 'format' } & FormatRequest)
  | ({ readonly kind: 'preferences' } & PreferencesAnalysis)
  | ({ readonly kind: 'page-rules' } & PageRulesAnalysis);

/** The JSON, or a problem as a plain object, because class instances cannot be passed between threads. */
export type AnalysisResult =
  | { readonly text: string }
  | {
      readonly problem: ProblemName;
      readonly detail: string;
      readonly locations: readonly ProblemLocation[];
    };

/** Entry point of the pool threads. */
export async function run(analysis: Analysis): Promise<AnalysisResult> {
  try {
    return { text: await textOf(analysis) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.problem, detail: error.message, locations: error.locations };
  }
}

function textOf(analysis: Analysis): string | Promise<string> {
  switch (analysis.kind) {
    case 'check':
      return verdicts(analysis);
    case 'lint':
      return diagnostics(analysis);
    case 'diff':
      return changes(analysis);
    case 'format':
      return formatted(analysis);
    case 'preferences':
      return statedPreferences(analysis);
    case 'page-rules':
      return statedPageRules(analysis);
  }
}

/** Returns the results as JSON, separated by commas. */
function verdicts(check: InlineCheck): string {
  const results = new InlineResults(check);
  results.add(() => false);
  return results.text;
}

function diagnostics({ robotsTxt, dialect, assets = [] }: LintRequest): string {
  const file = parseRobotsTxt(robotsTxt, dialect === undefined ? {} : { dialect });
  for (const [index, asset] of assets.entries()) {
    problemIfInvalid(['assets', index], () => file.isAllowed(asset, '*'));
  }
  const found = lint(file, { assets, budget: PROOF_STEPS });
  const { suggested } = checkFixes(file, found);
  const withSafety = found.map((diagnostic) => {
    const { fix } = diagnostic;
    return fix ? { ...diagnostic, fix: { ...fix, safe: !suggested.has(diagnostic) } } : diagnostic;
  });
  const { listed, omitted } = listedDiagnostics(withSafety);
  const more = omitted.length === 0 ? '' : `,"omitted":${JSON.stringify(omitted)}`;
  return `{"diagnostics":[${listed}]${more}}`;
}

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** Returns the most severe diagnostics, and of each code the first ones, in file order. */
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
    problemIfInvalid(['productTokens', index], () => files[0].matcher(token));
  }
  const result = diff(...files, {
    ...(productTokens === undefined ? {} : { productTokens }),
    budget: PROOF_STEPS,
  });
  const lists = [
    listed('changes', result.changes, (change) => ({
      ...change,
      before: verdictOf(change.before),
      after: verdictOf(change.after),
    })),
    listed('recordChanges', result.recordChanges),
    listed('preferenceChanges', result.preferenceChanges),
  ];
  const { equivalent, accessEquivalent, complete } = result;
  const undecided = result.undecided.slice(0, LISTED_UNDECIDED).map((one) => ({
    productTokens: one.productTokens.slice(0, LISTED_UNDECIDED),
    before: one.before.slice(0, LISTED_UNDECIDED).map(({ line }) => line),
    after: one.after.slice(0, LISTED_UNDECIDED).map(({ line }) => line),
  }));
  return (
    `{"equivalent":${JSON.stringify(equivalent)},"accessEquivalent":${JSON.stringify(accessEquivalent)},` +
    `${lists.join(',')},` +
    `"complete":${complete},"undecided":${JSON.stringify(undecided)}}`
  );
}

/** Returns a member with the first items within the limits, and one with the number of the others. */
function listed<Item extends object>(
  name: string,
  items: readonly Item[],
  asObject: (item: Item) => object = (item) => item,
): string {
  const list = new JsonList(LISTED_BYTES);
  let count = 0;
  for (const item of items.slice(0, LISTED_CHANGES)) {
    if (list.set(count, asObject(item))) count++;
  }
  const omitted = items.length - count;
  const omittedName = `omitted${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return `"${name}":[${list.text}]${omitted === 0 ? '' : `,"${omittedName}":${omitted}`}`;
}

function verdictOf({ allowed, reason, target, group, rule }: Verdict) {
  return {
    ...{ allowed, reason, target },
    ...(group === undefined ? {} : { group: groupResult(group) }),
    ...(rule === undefined ? {} : { rule: matchedRule(rule) }),
  };
}

function formatted({ robotsTxt, dialect, lineEnd, sortRules = false }: FormatRequest): string {
  const file = parseRobotsTxt(robotsTxt, dialect === undefined ? {} : { dialect });
  const text = format(file, { sortRules, ...(lineEnd === undefined ? {} : { lineEnd }) });
  return JSON.stringify({ robotsTxt: text, changed: text !== robotsTxt });
}
