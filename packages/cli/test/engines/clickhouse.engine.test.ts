/** Tests the contract in a real ClickHouse, as an executable function and as a table function. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { query, type Setup, setUpClickHouse } from './clickhouse.js';
import { installClickHouse } from './clickhouse-install.js';
import { documented, makePlace, type Place } from './commands.js';
import { asText, checkQuery, hostileQueries, type Query, tsvRow } from './rows.js';

const reason = installClickHouse();
if (reason !== undefined) console.warn(`skipped: no ClickHouse: ${reason}`);

const COLUMNS = "'robotsTxt String, url String, token String, expected String'";

function writeQueries({ folder }: Place, queries: readonly Query[]): void {
  const lines = queries.map((query) => `${tsvRow(query)}\t${checkQuery(query)}\n`);
  writeFileSync(join(folder, 'rows.tsv'), lines.join(''), 'latin1');
}

/** Returns the number of rows and the rows with a wrong verdict. */
const DIFFERENCES = `
  SELECT count(), countIf(verdict != expected), groupArrayIf(10)((url, token, verdict), verdict != expected)
  FROM (SELECT *, robotsVerdict(robotsTxt, url, token) AS verdict
        FROM file('rows.tsv', TabSeparated, ${COLUMNS}))`;

const FILES = 2000;
const URLS_A_FILE = 1050;

/** Rows of file number, URL, product token and expected verdict; and the files. */
function writeMillions({ folder }: Place): number {
  const bodies = Array.from({ length: FILES }, (_, file) => {
    const rules = Array.from({ length: 1 + (file % 30) }, (_rule, at) => {
      const path = `/${(file * 7 + at * 13) % 97}${at % 5 === 0 ? '/*/x' : ''}${at % 7 === 0 ? '$' : ''}`;
      return `${(file + at) % 3 === 0 ? 'Allow' : 'Disallow'}: ${path}\n`;
    });
    return `# ${file}\nUser-agent: *\n${rules.join('')}\nUser-agent: GPTBot\nDisallow: /${file % 9}\n`;
  });
  const files = bodies.map((body, file) => `${file}\t${body.replaceAll('\n', '\\n')}\n`);
  writeFileSync(join(folder, 'files.tsv'), files.join(''));
  const output = openSync(join(folder, 'urls.tsv'), 'w');
  for (const [file, body] of bodies.entries()) {
    const robotsTxt = parseRobotsTxt(body);
    let lines = '';
    for (let at = 0; at < URLS_A_FILE; at++) {
      const url = `https://example.com/${at % 101}/${at}${at % 2 === 0 ? '/x' : ''}`;
      const token = at % 3 === 0 ? 'GPTBot' : '';
      const verdict = robotsTxt.isAllowed(url, token || '*') ? 'allowed' : 'disallowed';
      lines += `${file}\t${url}\t${token}\t${verdict}\n`;
    }
    writeSync(output, lines);
  }
  closeSync(output);
  return FILES * URLS_A_FILE;
}

describe.skipIf(reason !== undefined && process.env.CI === undefined)('ClickHouse', () => {
  test.each([
    { format: 'TabSeparated' },
    {
      format: 'JSONEachRow',
      options: 'repkit filter --verdict-only --format ndjson --robots-column robotsTxt --agent-column token',
    },
  ] satisfies Setup[])('executable function, $format: hostile rows', async (setup) => {
    expect(reason).toBeUndefined();
    const place = makePlace();
    setUpClickHouse(place, setup);
    const queries = hostileQueries();
    const isText = setup.format === 'JSONEachRow';
    writeQueries(place, isText ? queries.map(asText) : queries);
    expect(await query(place, DIFFERENCES)).toBe(`${queries.length}\t0\t[]\n`);
  });

  test('executable function: two million rows and more', async () => {
    expect(reason).toBeUndefined();
    const place = makePlace();
    setUpClickHouse(place, { format: 'TabSeparated' });
    const count = writeMillions(place);
    expect(count).toBeGreaterThan(2_000_000);
    const [rows, wrong, allowed] = (
      await query(
        place,
        `SELECT count(), countIf(verdict != expected), countIf(verdict = 'allowed')
         FROM (SELECT expected, robotsVerdict(robotsTxt, url, token) AS verdict
               FROM file('urls.tsv', TabSeparated, 'file UInt32, url String, token String, expected String') AS urls
               JOIN file('files.tsv', TabSeparated, 'file UInt32, robotsTxt String') AS files USING file)`,
      )
    )
      .trim()
      .split('\t')
      .map(Number);
    expect({ rows, wrong }).toEqual({ rows: count, wrong: 0 });
    expect(allowed).toBeGreaterThan(count / 10);
    expect(allowed).toBeLessThan(count - count / 10);
  }, 240_000);

  test('the queries of docs/guides/engines.md, by the executable function', async () => {
    expect(reason).toBeUndefined();
    const place = makePlace();
    setUpClickHouse(place, { format: 'TabSeparated' });
    const pages = `CREATE TABLE pages (robotsTxt String, url String) ENGINE = MergeTree ORDER BY url`;
    await query(place, pages);
    const rows = "('User-agent: GPTBot\\nDisallow: /p\\n', '/p'), ('', '/q')";
    await query(place, `INSERT INTO pages VALUES ${rows}`);
    const result = await query(place, documented('sql', 'robotsVerdict'));
    expect(result.trim().split('\n').sort()).toEqual(['/p\tdisallowed', '/q\tallowed']);
    const table = await query(place, documented('sql', 'executable('));
    expect(table.trim().split('\n').sort()).toEqual(['allowed\t1', 'disallowed\t1']);
  });

  test('table function: two million rows and more', async () => {
    expect(reason).toBeUndefined();
    const place = makePlace();
    setUpClickHouse(place, { format: 'TabSeparated' });
    const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /p\nAllow: /p/q$\n');
    let expected = 0;
    for (let at = 0; at < 2_100_000; at++) {
      if (robotsTxt.isAllowed(`/${String.fromCharCode(97 + (at % 26))}/${at}`, '*')) expected += 1;
    }
    const rows = `SELECT concat('/', char(97 + number % 26), '/', toString(number)) FROM numbers(2100000)`;
    const result = await query(
      place,
      `SELECT count(), countIf(verdict = 'allowed'), countIf(verdict = 'disallowed')
       FROM executable('robots-verdicts --robots robots.txt', TabSeparated, 'verdict String', (${rows}))`,
    );
    expect(result).toBe(`2100000\t${expected}\t${2_100_000 - expected}\n`);
  });
});
