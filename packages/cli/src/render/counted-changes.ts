/** How many URLs a change concerns, as text and as JSON. */
import type { CountedSource, GroupedCounts, Uncounted } from '../input/count-sources.js';
import { type Paint, visibleName } from '../program/terminal.js';
import { crawlersText, short } from './diff-text.js';
import { ruleJson } from './json.js';
import { ruleText } from './text.js';

type CountedChange = GroupedCounts['changes'][number];

const VERBS = { 'newly-blocked': 'blocks', 'newly-allowed': 'allows' } as const;
const STYLES = { 'newly-blocked': 'red', 'newly-allowed': 'green' } as const;
const MAX_RULES = 10;
const SIDES = { before: 'OLD', after: 'NEW' } as const;

/**
 * Returns a paragraph per source: `blocks 1,240 of 50,000 URLs in urls.txt for Googlebot`, the rules and the most
 * requested targets.
 */
export function countedText(sources: readonly CountedSource[], paint: Paint): string {
  return sources.map((source) => sourceText(source, paint)).join('\n');
}

function sourceText(source: CountedSource, paint: Paint): string {
  const { name, kind, counts, uncounted } = source;
  const unit = kind === 'access-log' ? 'request' : 'URL';
  const where = (urls: number) => `${numbered(urls, unit)} in ${visibleName(name)}`;
  const lines = counts.changes.flatMap((change) => [
    `${paint(STYLES[change.effect], VERBS[change.effect])} ${number(change.urls)} of ${where(change.total)}` +
      `${inSitemapsText(source, change)} for ${crawlersText(change.productTokens)}`,
    ...ruleLines(change),
    `  ${targetsText(change)}`,
  ]);
  if (lines.length === 0) lines.push(`changes none of ${where(counts.urls)}`);
  if (counts.invalid > 0) lines.push(`  skipped ${numbered(counts.invalid, 'line')} without a URL`);
  for (const { crawler, requests } of uncounted.notGoverned) {
    lines.push(`  ${number(requests)} of ${crawler.name} not counted: it may ignore robots.txt`);
  }
  const { others } = uncounted;
  if (others > 0) lines.push(`  ${number(others)} of browsers and other clients not counted`);
  return lines.map((line) => `${line}\n`).join('');
}

function inSitemapsText({ inSitemaps }: CountedSource, change: CountedChange): string {
  if (inSitemaps === undefined) return '';
  const urls = countIn(inSitemaps, change);
  return urls === 0 ? ', none of them in a sitemap,' : `, ${number(urls)} of them in a sitemap,`;
}

/** Returns the number of URLs with the same effect for the same crawlers. */
function countIn({ changes }: GroupedCounts, { effect, productTokens }: CountedChange): number {
  const same = changes.find((change) => change.effect === effect && change.productTokens.join() === productTokens.join());
  return same?.urls ?? 0;
}

function ruleLines({ rules }: CountedChange): readonly string[] {
  const columns = Math.max(0, ...rules.map(({ urls }) => number(urls).length));
  const lines = rules.slice(0, MAX_RULES).map(({ file, rule, urls }) => {
    return `  ${number(urls).padStart(columns)}  ${ruleText(rule)} (${SIDES[file]} line ${rule.line})`;
  });
  const more = rules.length - MAX_RULES;
  return more > 0 ? [...lines, `  and ${more} more rules`] : lines;
}

/** Without repeated requests the order of the targets means nothing. */
function targetsText({ targets }: CountedChange): string {
  const isRepeated = targets.some(({ urls }) => urls > 1);
  const texts = targets.map(({ target, urls }) => (isRepeated ? `${short(target)} (${number(urls)})` : short(target)));
  return `${isRepeated ? 'most requested' : 'such as'}: ${texts.join(', ')}`;
}

function numbered(count: number, unit: string): string {
  return `${number(count)} ${unit}${count === 1 ? '' : 's'}`;
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}

export function countedJson({ name, kind, counts, uncounted, inSitemaps }: CountedSource): object {
  return {
    name,
    kind,
    urls: counts.urls,
    invalid: counts.invalid,
    ...uncountedJson(uncounted),
    changes: counts.changes.map((change) => ({
      productTokens: change.productTokens,
      dialects: change.dialects,
      effect: change.effect,
      urls: change.urls,
      total: change.total,
      ...(inSitemaps && { inSitemaps: countIn(inSitemaps, change) }),
      rules: change.rules.map(({ file, rule, urls }) => ({ urls, file, ...ruleJson(rule) })),
      targets: change.targets,
    })),
  };
}

/** The requests that count for no crawler, as members of a document. */
export function uncountedJson({ others, notGoverned }: Uncounted): object {
  return {
    others,
    notGoverned: notGoverned.map(({ crawler, requests }) => ({ crawler: crawler.name, requests })),
  };
}
