/** `diff --format markdown`: a comment for a pull request, in GitHub Flavored Markdown. */
import type { GroupedDiff, PreferenceChange, RecordChange } from '@repkit/core/analysis';
import type { CountedSource } from '../input/count-sources.js';
import { painter } from '../program/terminal.js';
import { countedText } from './counted-changes.js';
import { adviceOf, crawlerLines, crawlersText, preferenceText, short, sideText, summaryOf } from './diff-text.js';

/** A comment on GitHub has at most 65,536 characters; each cell is bounded too. */
const MAX_ROWS = 50;
const MAX_VALUES = 5;
const MAX_CRAWLERS = 60;

const LABELS = {
  'newly-blocked': '🔴 newly blocked',
  'newly-allowed': '🟢 newly allowed',
} as const;

/** Returns the summary, a table of changes, and the other records. */
export function diffMarkdown(
  diff: GroupedDiff,
  names: readonly [string, string],
  counted: readonly CountedSource[] = [],
): string {
  const { changes, recordChanges, preferenceChanges, undecided } = diff;
  const undecidedList = listOf(undecided, ({ productTokens }) => code(crawlersText(productTokens, MAX_CRAWLERS)));
  const parts = [
    `**${code(names[0])} → ${code(names[1])}**: ${[summaryOf(diff, painter(false)), ...adviceOf(diff)].join(' ')}`,
    listOf(crawlerLines(diff, code), (line) => line),
    changes.length > 0 && tableOf(changes),
    listOf(recordChanges, recordItem),
    listOf(preferenceChanges, preferenceItem),
    undecidedList !== '' && `Undecided within the budget:\n\n${undecidedList}`,
    counted.length > 0 && codeBlock(countedText(counted, painter(false))),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Returns a code block with a fence that is longer than any in the text. */
function codeBlock(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence}text\n${text}${fence}`;
}

function tableOf(changes: GroupedDiff['changes']): string {
  const rows = changes.slice(0, MAX_ROWS).map(({ effect, productTokens, pattern, witness, before, after }) =>
    [
      LABELS[effect],
      code(crawlersText(productTokens, MAX_CRAWLERS)),
      code(short(pattern)),
      code(short(witness)),
      code(sideText(before)),
      code(sideText(after)),
    ]
      // A bar would end the cell, also in a code span.
      .map((cell) => cell.replaceAll('|', '\\|'))
      .join(' | '),
  );
  return [
    '| Change | Crawlers | Pattern | Example | Before | After |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    ...(changes.length > MAX_ROWS ? ['', `and ${changes.length - MAX_ROWS} more changes`] : []),
  ].join('\n');
}

function recordItem({ field, productTokens, removed, added }: RecordChange): string {
  const whose = productTokens.length === 0 ? '' : ` for ${code(crawlersText(productTokens, MAX_CRAWLERS))}`;
  const values = (label: string, records: RecordChange['added']) => {
    if (records.length === 0) return [];
    const texts = records.slice(0, MAX_VALUES).map(({ value }) => code(short(value)));
    const more = records.length - MAX_VALUES;
    return [`${label} ${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
  };
  return `${code(short(field))}${whose}: ${[...values('removed', removed), ...values('added', added)].join('; ')}`;
}

function preferenceItem(change: PreferenceChange): string {
  const { productTokens, witness } = change;
  return `preference for ${code(crawlersText(productTokens, MAX_CRAWLERS))}, such as on ${code(short(witness))}: ${preferenceText(change)}`;
}

function listOf<Item>(items: readonly Item[], textOf: (item: Item) => string): string {
  const more = items.length - MAX_ROWS;
  const lines = items.slice(0, MAX_ROWS).map((item) => `- ${textOf(item)}`);
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

/** Returns a code span that shows the text unchanged: Markdown and HTML in it have no effect. */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  const space = fence.length > 1 || /^ .* $/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
