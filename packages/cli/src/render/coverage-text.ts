import type { Coverage } from '@repkit/core';
import type { Paint } from './paint.js';
import { ruleText } from './text.js';
import { visible } from './visible.js';

/** What `coverage` prints: for each product token its rules with the URLs about which they decide; with its line end. */
export function coverageText(coverages: readonly Coverage[], paint: Paint): string {
  return coverages.map((one) => `${tokenText(one, paint)}\n`).join('\n');
}

function tokenText(coverage: Coverage, paint: Paint): string {
  const { productToken, allowed, blocked, rules, withoutRule } = coverage;
  const columns = Math.max(...[...rules.map(({ urls }) => urls), withoutRule].map(digits));
  const row = (urls: number, what: string) => `  ${String(urls).padStart(columns)}  ${what}`;
  return [
    `${paint('bold', visible(productToken))}  ${allowed} allowed, ${blocked} disallowed`,
    ...rules.map(({ rule, urls }) => {
      const text = row(urls, `${ruleText(rule)} (line ${rule.line})`);
      return urls === 0 ? paint('yellow', text) : text;
    }),
    row(withoutRule, coverage.group === undefined ? 'no group applies' : 'no rule'),
  ].join('\n');
}

function digits(count: number): number {
  return String(count).length;
}
