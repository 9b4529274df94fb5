/**
 * `npm run crawlers:stale`: lists the facts about known crawlers that were last checked more than a year ago, by page.
 * Exits with 1 if there are any. `--today=YYYY-MM-DD` replaces today's date. Reads the built core: `npm run build`.
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

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

async function main() {
  const { values } = parseArgs({ options: { today: { type: 'string' } } });
  const { today = new Date().toISOString().slice(0, 10) } = values;
  if (!/^\d{4}-\d\d-\d\d$/.test(today)) {
    console.error(`--today is ${JSON.stringify(today)}, which is not a date. Use a date such as 2027-01-31.`);
    return 2;
  }
  const { knownCrawlers } = await import('@repkit/core/crawlers');
  const lines = staleFacts(knownCrawlers, today);
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log('Every fact was checked within the last year.');
  else console.log('Check these pages again, and update the dates in packages/core/src/crawlers/.');
  return lines.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main();
