import type { Change, Diff, Verdict } from '@repkit/core';
import type { Paint } from './paint.js';
import { verdictText } from './text.js';
import { clipped, visible } from './visible.js';

const STYLES = { 'newly-blocked': 'red', 'newly-allowed': 'green' } as const;

const MAX_LENGTH = 200;

/** What `diff` prints: each change with the URL that shows it, and what was found as a whole; with its line end. */
export function diffText({ equivalent, changes, complete }: Diff, paint: Paint): string {
  const parts = changes.map((change) => `${changeText(change, paint)}\n`);
  if (equivalent === true) parts.push('equivalent: no URL is treated differently\n');
  else if (equivalent === 'undecided') {
    parts.push('undecided: no change was found within the budget; see --budget\n');
  } else parts.push(`${summary(changes)}${complete ? '' : INCOMPLETE}\n`);
  return parts.join('\n');
}

const INCOMPLETE = '; undecided whether there are more, see --budget';

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
