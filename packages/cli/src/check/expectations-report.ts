/** Prints the expectations of `check --expect` that do not hold. */
import { crawlerName } from '@repkit/core';
import type { CheckResult } from '../input/check-result.js';
import { counted, type Paint, visible, visibleName } from '../program/terminal.js';
import { crawlersText, short } from '../render/diff-text.js';
import { ruleJson } from '../render/json.js';
import { decidingText, OUTCOME_STYLES, reasonText } from '../render/text.js';
import type { Expectation } from './expectations.js';

/** An expectation with the results that differ from it. */
export interface BrokenExpectation {
  readonly expectation: Expectation;
  readonly results: readonly CheckResult[];
}

/** The expectations that were checked. */
export interface CheckedExpectations {
  /** Number of checks with the expected outcome. */
  readonly held: number;
  /** Number of crawlers that were left out, because robots.txt does not govern them. */
  readonly notGoverned: number;
  readonly broken: readonly BrokenExpectation[];
}

/** Returns the document of `check --expect --json`. */
export function expectationsJson({ held, notGoverned, broken }: CheckedExpectations): object {
  const differing = broken.flatMap(({ expectation: { line, outcome: expected, url }, results }) =>
    results.map((result) => ({
      line,
      expected,
      actual: result.outcome,
      crawler: crawlerName(result.crawler),
      url,
      rule: result.by === 'rules' && result.verdict.rule ? ruleJson(result.verdict.rule) : null,
    })),
  );
  return { held, notGoverned, differing };
}

/** Returns the report: the expectations of a file that do not hold, and a summary. */
export function expectationsText({ held, notGoverned, broken }: CheckedExpectations, name: string, paint: Paint): string {
  const differing = broken.reduce((sum, { results }) => sum + results.length, 0);
  const all = counted(held + differing, 'check');
  const verb = differing === 1 ? 'differs' : 'differ';
  const result = differing === 0 ? 'all as expected' : `${differing} of them ${verb} from what is expected`;
  const left = counted(notGoverned, 'crawler');
  const omission = notGoverned === 0 ? '' : `; left out ${left} that robots.txt does not govern`;
  return [...broken.map((item) => brokenText(item, name, paint)), `${all}, ${result}${omission}.\n`].join('');
}

/** Returns the expectation, and each outcome with its reason and crawlers. */
function brokenText({ expectation, results }: BrokenExpectation, name: string, paint: Paint): string {
  const { line, outcome, url, crawler } = expectation;
  const groups = Map.groupBy(results, (result) => `${result.outcome} ${reasonOf(result)}`);
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = group.map((result) => crawlerName(result.crawler));
    return [
      `  ${paint(OUTCOME_STYLES[first.outcome], first.outcome)}: ${reasonOf(first)}`,
      ...(names[0] === crawler ? [] : [`    ${crawlersText(names)}`]),
    ];
  });
  const where = `${visibleName(name)}:${line}`;
  const title = `${where}: expected ${outcome}: ${short(url)} for ${visible(crawler)}`;
  return [title, ...lines, ''].map((text) => `${text}\n`).join('');
}

/** A rule says nothing about a crawler that it does not govern. */
function reasonOf(result: CheckResult): string {
  return result.outcome === 'not-governed' ? reasonText(result) : decidingText(result);
}
