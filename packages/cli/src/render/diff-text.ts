import { ruledOutcome, type Verdict } from '@repkit/core';
import type { Change, GroupedDiff, PreferenceChange, RecordChange } from '@repkit/core/analysis';
import { counted, type Paint, shown, visible } from '../program/terminal.js';
import { MECHANISMS } from './preferences.js';
import { verdictText } from './text.js';

const STYLES = { 'newly-blocked': 'red', 'newly-allowed': 'green' } as const;

const MAX_LENGTH = 200;

/** Maximum number of lines and values listed; the rest are counted. */
const MAX_LISTED = 10;

/** Stands for all crawlers that are not compared by name. */
const STAR = '*';

/** All known crawlers: an unintended one must not hide among those that are only counted. */
const MAX_CRAWLERS = 250;

/** Returns the text output of `diff`: each change with an example, other records, undecided parts, and a summary. */
export function diffText(diff: GroupedDiff, paint: Paint): string {
  const { changes, recordChanges, preferenceChanges, undecided } = diff;
  const parts = [
    [summaryOf(diff, paint), ...adviceOf(diff), ...crawlerLines(diff, (text) => text)].map((line) => `${line}\n`).join(''),
    ...changes.map((change) => `${changeText(change, paint)}\n`),
    recordChanges.map((change) => recordText(change, paint)).join(''),
    preferenceChanges.map((change) => preferenceLines(change, paint)).join(''),
    undecided.map((part) => undecidedText(part, paint)).join(''),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function preferenceLines(change: PreferenceChange, paint: Paint): string {
  const { productTokens, witness } = change;
  const title = `${paint('bold', 'preference')}  ${crawlersText(productTokens)}  ${short(witness)}`;
  return `${title}\n  ${preferenceText(change)}\n`;
}

/** Returns the result in one or two sentences: how many patterns the edit blocks and allows, and for whom. */
export function summaryOf(diff: GroupedDiff, paint: Paint): string {
  const { equivalent, accessEquivalent, changes, recordChanges, complete } = diff;
  if (equivalent === true) return 'equivalent: nothing that a crawler reads has changed';
  const fields = recordChanges.flatMap(({ field }) => (field === 'comment' ? [] : visible(field)));
  const records = listText([...new Set(fields)]);
  if (accessEquivalent === true) {
    return records === ''
      ? 'same access; records undecided: too many to compare'
      : `same access, other records changed: ${records}`;
  }
  if (changes.length === 0) {
    const access = 'undecided: no change found within the budget';
    return records === '' ? access : `${access}; other records changed: ${records}`;
  }
  const more = complete ? '' : ' There may be more changes.';
  const others = records === '' ? '' : ` Other records changed: ${records}.`;
  return countsOf(diff, paint) + more + others;
}

/** Returns what to do about an incomplete result, as a line. */
export function adviceOf({ complete }: GroupedDiff): readonly string[] {
  return complete ? [] : ['Raise the limit of the comparison with --budget.'];
}

/** The lists of crawlers; those that may be unintended come first. */
const CRAWLER_TITLES = {
  unnamed: 'changed, not named in the edit',
  named: 'changed, named in the edit',
  unaffected: 'unaffected',
} as const;

/**
 * Returns a line per list of crawlers that is not empty.
 *
 * @param quoted quotes the names
 */
export function crawlerLines({ crawlers, changes }: GroupedDiff, quoted: (names: string) => string): readonly string[] {
  if (changes.length === 0) return [];
  return (Object.keys(CRAWLER_TITLES) as (keyof typeof CRAWLER_TITLES)[]).flatMap((list) => {
    const names = crawlers[list];
    return names.length === 0 ? [] : [`${CRAWLER_TITLES[list]}: ${quoted(crawlersText(names))}`];
  });
}

function undecidedText({ productTokens, before, after }: GroupedDiff['undecided'][number], paint: Paint): string {
  const sides = [
    ['OLD', before],
    ['NEW', after],
  ] as const;
  const lines = sides
    .filter(([, rules]) => rules.length > 0)
    .map(([name, rules]) => `${name} ${rules.length === 1 ? 'line' : 'lines'} ${listText(rules.map(({ line }) => line))}`);
  const what = lines.length === 0 ? 'all rules' : lines.join('; ');
  return `${paint('yellow', 'undecided')}  ${visible(listText(productTokens, MAX_CRAWLERS))}  ${what}\n`;
}

/** Returns the first items, and how many more there are. */
export function listText(items: readonly (string | number)[], limit = MAX_LISTED): string {
  const more = items.length - limit;
  const text = items.slice(0, limit).join(', ');
  return more > 0 ? `${text} and ${more} more` : text;
}

/** Up to this many crawlers are listed without their number. */
const MAX_UNCOUNTED = 3;

/** Returns `34 crawlers: GPTBot, CCBot, …`, or only the names if there are few. */
export function crawlersText(productTokens: readonly string[], limit = MAX_CRAWLERS): string {
  const names = visible(listText(productTokens, limit));
  return productTokens.length > MAX_UNCOUNTED ? `${productTokens.length} crawlers: ${names}` : names;
}

function changeText({ effect, productTokens, witness, pattern, before, after }: GroupedDiff['changes'][number], paint: Paint) {
  return [
    `${paint(STYLES[effect], effect)}  ${crawlersText(productTokens)}  ${short(witness)}`,
    `  pattern  ${paint(STYLES[effect], short(pattern))}`,
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
      ...values.slice(0, MAX_LISTED).map(({ value, line }) => `  ${label.padEnd(7)}  ${short(value)} (line ${line})`),
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

/** Returns `Blocks 3 patterns and allows 1 for 12 crawlers.` */
function countsOf({ changes, accessCrawlers }: GroupedDiff, paint: Paint): string {
  const count = (wanted: Change['effect']) =>
    new Set(changes.flatMap(({ effect, pattern }) => (effect === wanted ? pattern : []))).size;
  const [blocked, allowed] = [count('newly-blocked'), count('newly-allowed')];
  const blocks = paint('red', `Blocks ${counted(blocked, 'pattern')}`);
  const allows = paint('green', `Allows ${counted(allowed, 'pattern')}`);
  const both = `${blocks} and ${paint('green', `allows ${allowed}`)}`;
  const what = allowed === 0 ? blocks : blocked === 0 ? allows : both;
  const names = new Set(accessCrawlers);
  const hasStar = names.delete(STAR);
  const all = hasStar ? ['all other crawlers ("*")'] : [];
  const whom = [...(names.size > 0 ? [counted(names.size, 'crawler')] : []), ...all];
  return `${what} for ${whom.join(' and ')}.`;
}
