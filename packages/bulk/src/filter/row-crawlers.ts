/** The crawlers of rows that name their own, and what is derived from each. */
import { assertCrawler, type Crawler } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import { utf8Text } from '../bytes/bytes.js';

/** Few runs have more crawlers at a time. */
const MAX_CRAWLERS = 128;

/** Returns a function that remembers its latest results; their number is bounded. */
export function remembered<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= MAX_CRAWLERS) values.clear();
    const value = create(key);
    values.set(key, value);
    return value;
  };
}

/**
 * Returns the crawler that a cell names, alone: a product token, or a known crawler if `isKnown`. Empty if there is none.
 *
 * @param cell one character per byte
 */
export function crawlersNamed(cell: string, isKnown: boolean): readonly Crawler[] {
  const name = utf8Text(cell);
  const crawler = isKnown ? crawlerProfile(name ?? '') : name;
  try {
    if (crawler === undefined) return [];
    assertCrawler(crawler);
    return [crawler];
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}
