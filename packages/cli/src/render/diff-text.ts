import { ruledOutcome, type Verdict } from '@repkit/core';
import type { Change, GroupedDiff, PreferenceChange, RecordChange } from '@repkit/core/analysis';
import { counted, type Paint, shown, visible } from '../program/terminal.js';
import { MECHANISMS } from './preferences.js';
import { verdictText } from './text.js';

const STYLES = { 'newly-blocked': 'red', 'newly-allowed': 'green' } as const;

const MAX_LENGTH = 200;

/** Maximum number of lines and values listed; the rest are counted. */
const MAX_LISTED = 10;

/** All known crawlers: an unintended one must not hide among those that are only counted. */
const MAX_CRAWLERS = 250;

/** Returns the text output of `diff`: each change with an example, other records, undecided parts, and a summary. */
export function diffText(diff: GroupedDiff, paint: Paint): string {
  const { changes, recordChanges, preferenceChanges, undecided } = diff;
  const parts = [
    ...changes.map((change) => `${changeText(change, paint)}\n`),
    recordChanges.map((change) => recordText(change, paint)).join(''),
    preferenceChanges.map((change) => preferenceLines(change, paint)).join(''),
    undecided.map((part) => undecidedText(part, paint)).join(''),
    `${summaryOf(diff)}\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function preferenceLines(change: PreferenceChange, paint: Paint): string {
  const { productTokens, witness } = change;
  const title = `${paint('bold', 'preference')}  ${crawlersText(productTokens)}  ${short(witness)}`;
  return `${title}\n  ${preferenceText(change)}\n`;
}

/** Returns the result as one sentence. */
export function summaryOf(diff: GroupedDiff): string {
  const { equivalent, accessEquivalent, changes, recordChanges, complete } = diff;
  if (equivalent === true) return 'equivalent: nothing that a crawler reads has changed';
  const fields = recordChanges.flatMap(({ field }) => (field === 'comment' ? [] : visible(field)));
  const records =
    fields.length === 0 ? '' : `other records changed: ${listText([...new Set(fields)])}`;
  if (accessEquivalent === true) {
    return records === ''
      ? 'same access; records undecided: too many to compare'
      : `same access, ${records}`;
  }
  const access =
    changes.length === 0
      ? 'undecided: no change found within the budget; raise it with --budget'
      : `${countsOf(changes)}${complete ? '' : '; there may be more, raise --budget'}`;
  return records === '' ? access : `${access}; ${records}`;
}

function undecidedText(
  { productTokens, before, after }: GroupedDiff['undecided'][number],
  paint: Paint,
): string {
  const sides = [
    ['OLD', before],
    ['NEW', after],
  ] as const;
  const lines = sides
    .filter(([, rules]) => rules.length > 0)
    .map(
      ([name, rules]) =>
        `${name} ${rules.length === 1 ? 'line' : 'lines'} ${listText(rules.map(({ line }) => line))}`,
    );
  const what = lines.length === 0 ? 'all rules' : lines.join('; ');
  return `${paint('yellow', 'undecided')}  ${visible(listText(productTokens, MAX_CRAWLERS))}  ${what}\n`;
}

function listText(items: readonly (string | number)[], limit = MAX_LISTED): string {
  const more = items.length - limit;
  const text = items.slice(0, limit).join(', ');
  return more > 0 ? `${text} and ${more} more` : text;
}

/** Up to this many crawlers are listed without their number. */
const MAX_UNCOUNTED = 3;

/** Returns `34 crawlers: GPTBot, CCBot, …`, or only the names if there are few. */
export function crawlersText(productTokens: readonly string[], limit = MAX_CRAWLERS): string {
  const names = visible(listText(productTokens, limit));
  return productTokens.length > MAX_UNCOUNTED
    ? `${productTokens.length} crawlers: ${names}`
    : names;
}

function changeText(
  { effect, productTokens, witness, pattern, before, after }: GroupedDiff['changes'][number],
  paint: Paint,
) {
  return [
    `${paint(STYLES[effect], effect)}  ${crawlersText(productTokens)}  ${short(witness)}`,
    `  pattern  ${short(pattern)}`,
    `  before   ${sideText(before)}`,
    `  after    ${sideText(after)}`,
  ].join('\n');
}

/** Returns the verdict of one side with its reason. */
export function sideText(verdict: Verdict): string {
  return `${ruledOutcome(verdict)}: ${verdictText(verdict)}`;
}

function recordText({ field, productTokens, removed, added }: RecordChange, paint: Paint): string {
  const sides = [
    ['removed', removed],
    ['added', added],
  ] as const;
  const lines = sides.flatMap(([label, values]) => {
    const more = values.length - MAX_LISTED;
    return [
      ...values
        .slice(0, MAX_LISTED)
        .map(({ value, line }) => `  ${label.padEnd(7)}  ${short(value)} (line ${line})`),
      ...(more > 0 ? [`  ${label.padEnd(7)}  ${more} more`] : []),
    ];
  });
  const whose = productTokens.length === 0 ? '' : `  ${crawlersText(productTokens)}`;
  return [`${paint('bold', short(field))}${whose}`, ...lines].map((line) => `${line}\n`).join('');
}

/** Returns what an edit changes, such as `AIPREF train-ai: no → yes`. */
export function preferenceText({ mechanism, category, before, after }: PreferenceChange): string {
  return `${MECHANISMS[mechanism]} ${category}: ${before} → ${after}`;
}

/** Makes text from a file safe and short. */
export function short(text: string): string {
  return shown(text, MAX_LENGTH);
}

function countsOf(changes: GroupedDiff['changes']): string {
  const count = (wanted: Change['effect']) =>
    changes.filter(({ effect }) => effect === wanted).length;
  return `${counted(changes.length, 'change')}: ${count('newly-blocked')} newly-blocked, ${count('newly-allowed')} newly-allowed`;
}
