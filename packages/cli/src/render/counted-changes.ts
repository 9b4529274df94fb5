/** How many URLs a change concerns, as text and as JSON. */
import type { CountedChange } from '@repkit/core';
import type { CountedSource } from '../input/url-sources.js';
import { crawlersText, short } from './diff-text.js';
import { ruleJson } from './json.js';
import { type Paint, visible } from './terminal.js';
import { ruleText } from './text.js';

const VERBS = { 'newly-blocked': 'blocks', 'newly-allowed': 'allows' } as const;
const STYLES = { 'newly-blocked': 'red', 'newly-allowed': 'green' } as const;
const MAX_RULES = 10;
const SIDES = { before: 'OLD ', after: 'NEW ' } as const;

/**
 * Returns a paragraph per source: `blocks 1,240 of 50,000 URLs in urls.txt for Googlebot`, the rules and the most
 * requested targets. `hasSides` tells rules of two files apart.
 */
export function countedText(
  sources: readonly CountedSource[],
  hasSides: boolean,
  paint: Paint,
): string {
  return sources.map((source) => sourceText(source, hasSides, paint)).join('\n');
}

function sourceText(
  { name, kind, counts }: CountedSource,
  hasSides: boolean,
  paint: Paint,
): string {
  const unit = kind === 'access-log' ? 'request' : 'URL';
  const all = `${number(counts.urls)} ${unit}${counts.urls === 1 ? '' : 's'}`;
  const where = `${all} in ${name === '-' ? 'standard input' : visible(name)}`;
  const lines = counts.changes.flatMap((change) => [
    `${paint(STYLES[change.effect], VERBS[change.effect])} ${number(change.urls)} of ${where} for ` +
      crawlersText(change.productTokens),
    ...ruleLines(change, hasSides),
    `  ${targetsText(change)}`,
  ]);
  if (lines.length === 0) lines.push(`${hasSides ? 'changes' : 'blocks'} none of ${where}`);
  if (counts.invalid > 0) {
    lines.push(
      `  skipped ${number(counts.invalid)} ${counts.invalid === 1 ? 'line' : 'lines'} without a URL`,
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}

function ruleLines({ rules }: CountedChange, hasSides: boolean): readonly string[] {
  const columns = Math.max(0, ...rules.map(({ urls }) => number(urls).length));
  const lines = rules.slice(0, MAX_RULES).map(({ file, rule, urls }) => {
    const place = `(${hasSides ? SIDES[file] : ''}line ${rule.line})`;
    return `  ${number(urls).padStart(columns)}  ${ruleText(rule)} ${place}`;
  });
  const more = rules.length - MAX_RULES;
  return more > 0 ? [...lines, `  and ${more} more rules`] : lines;
}

/** Without repeated requests the order of the targets means nothing. */
function targetsText({ targets }: CountedChange): string {
  const isRepeated = targets.some(({ urls }) => urls > 1);
  const shown = targets.map(({ target, urls }) =>
    isRepeated ? `${short(target)} (${number(urls)})` : short(target),
  );
  return `${isRepeated ? 'most requested' : 'such as'}: ${shown.join(', ')}`;
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}

export function countedJson({ name, kind, counts }: CountedSource): object {
  return {
    name,
    kind,
    urls: counts.urls,
    invalid: counts.invalid,
    changes: counts.changes.map(({ productTokens, effect, urls, rules, targets }) => ({
      productTokens,
      effect,
      urls,
      rules: rules.map(({ file, rule, urls: some }) => ({ urls: some, file, ...ruleJson(rule) })),
      targets,
    })),
  };
}
