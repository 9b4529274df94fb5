import type { Change, Diff, Undecided, Verdict } from '@repkit/core';
import { clipped, type Paint, visible } from './terminal.js';
import { verdictText } from './text.js';

const STYLES = { 'newly-blocked': 'red', 'newly-allowed': 'green' } as const;

const MAX_LENGTH = 200;

/** Maximum number of lines or product tokens listed; the rest are counted. */
const MAX_LISTED = 10;

/** Returns the text output of `diff`: each change with an example, undecided parts, and a summary. */
export function diffText({ equivalent, changes, complete, undecided }: Diff, paint: Paint): string {
  const parts = changes.map((change) => `${changeText(change, paint)}\n`);
  if (undecided.length > 0) parts.push(undecided.map((one) => undecidedText(one, paint)).join(''));
  if (equivalent === true) parts.push('equivalent: no URL is treated differently\n');
  else if (equivalent === 'undecided') {
    parts.push('undecided: no change found within the budget; raise it with --budget\n');
  } else parts.push(`${summary(changes)}${complete ? '' : INCOMPLETE}\n`);
  return parts.join('\n');
}

const INCOMPLETE = '; there may be more, raise --budget';

function undecidedText({ productTokens, before, after }: Undecided, paint: Paint): string {
  const sides = [
    ['OLD', before],
    ['NEW', after],
  ] as const;
  const rules = sides
    .filter(([, some]) => some.length > 0)
    .map(
      ([name, some]) =>
        `${name} ${some.length === 1 ? 'line' : 'lines'} ${listed(some.map(({ line }) => line))}`,
    );
  const what = rules.length === 0 ? 'all rules' : rules.join('; ');
  return `${paint('yellow', 'undecided')}  ${visible(listed(productTokens))}  ${what}\n`;
}

function listed(some: readonly (string | number)[]): string {
  const more = some.length - MAX_LISTED;
  const text = some.slice(0, MAX_LISTED).join(', ');
  return more > 0 ? `${text} and ${more} more` : text;
}

function changeText(
  { effect, productToken, witness, pattern, before, after }: Change,
  paint: Paint,
) {
  return [
    `${paint(STYLES[effect], effect)}  ${visible(productToken)}  ${short(witness)}`,
    `  pattern  ${short(pattern)}`,
    `  before   ${sideText(before)}`,
    `  after    ${sideText(after)}`,
  ].join('\n');
}

function sideText(verdict: Verdict): string {
  return `${verdict.allowed ? 'allowed' : 'disallowed'}: ${verdictText(verdict)}`;
}

function short(text: string): string {
  return clipped(visible(text), MAX_LENGTH);
}

function summary(changes: readonly Change[]): string {
  const count = (wanted: Change['effect']) =>
    changes.filter(({ effect }) => effect === wanted).length;
  const total = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return `${total}: ${count('newly-blocked')} newly-blocked, ${count('newly-allowed')} newly-allowed`;
}
