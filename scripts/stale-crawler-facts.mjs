/**
 * `npm run crawlers:stale`: lists the facts about known crawlers that were last checked more than a year ago, by page.
 * Exits with 1 if there are any. Reads the built core: `npm run build`.
 */
import { pathToFileURL } from 'node:url';

/**
 * @typedef {{ source: string, checked: string }} FactSource
 * @typedef {{ name: string, facts: Readonly<Partial<Record<string, FactSource>>> }} Profile
 */

/**
 * Returns the stale facts as lines, the page with the oldest check first.
 *
 * @param {readonly Profile[]} crawlers
 * @param {string} today as YYYY-MM-DD
 */
export function staleFacts(crawlers, today) {
  const lastYear = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  /** @type {Map<string, string[]>} */
  const pages = new Map();
  for (const { name, facts } of crawlers) {
    for (const [fact, from] of Object.entries(facts)) {
      // Dates in this format sort as text.
      if (from === undefined || from.checked >= lastYear) continue;
      const page = `${from.checked} ${from.source}`;
      pages.set(page, [...(pages.get(page) ?? []), `${name} ${fact}`]);
    }
  }
  return [...pages].sort().map(([page, facts]) => `${page}: ${facts.join(', ')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { knownCrawlers } = await import('@repkit/core/crawlers');
  const lines = staleFacts(knownCrawlers, new Date().toISOString().slice(0, 10));
  for (const line of lines) console.log(line);
  if (lines.length === 0) {
    console.log('Every fact was checked within the last year.');
  } else {
    console.log('Check these pages again, and update the dates in packages/core/src/crawlers/.');
    process.exitCode = 1;
  }
}
