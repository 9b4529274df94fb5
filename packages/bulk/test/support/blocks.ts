import { type Crawler, type Outcome, robotsFile } from '@repkit/core';
import { CrawlerRules, type RuleOverrides, type Rules } from '../../src/filter/rules.js';

const encoder = new TextEncoder();

/** Checks one URL. */
export function outcomeOf(rules: Rules, url: string, productToken = 0): Outcome {
  const bytes = Buffer.from(url);
  const decider = rules[productToken];
  if (decider === undefined) throw new RangeError('There is no such crawler.');
  return decider.outcomeAt(bytes, 0, bytes.length);
}

/** Returns the rules of a file for crawlers. */
export function rulesOf(body: string, crawlers: readonly Crawler[], overrides: RuleOverrides = {}): Rules {
  return new CrawlerRules(crawlers, overrides).ofFile(robotsFile(body));
}

/** Returns rules for one crawler with the same outcome for every URL. */
export function constantRules(outcome: keyof typeof ACCESSES): Rules {
  return new CrawlerRules(['a'], {}).of(() => ({ kind: ACCESSES[outcome] }));
}

const ACCESSES = {
  allowed: 'unavailable',
  disallowed: 'forbidden',
  unreachable: 'unreachable',
} as const;

/** The format of rows with tabs. */
export const TSV = { name: 'tsv', print: 'rows', columns: { url: 0 } } as const;

/** Yields bytes in chunks of a size. */
export async function* pieces(content: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Decodes all chunks as one text. */
export async function joined(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await all(chunks)).toString();
}

/** Collects all items. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
