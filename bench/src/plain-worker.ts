/**
 * The line protocol of `repkit worker` as a plain script on robots-parser, as one would write it without repkit.
 * Arguments: tsv or ndjson, and optionally one robots.txt for all rows.
 */
import { readFileSync } from 'node:fs';
import robotsParserModule from 'robots-parser';

/** Its types declare a `default` export that the CommonJS module does not have. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

const ROBOTS_URL = 'https://www.example.com/robots.txt';
const [format, file] = process.argv.slice(2);
const shared = file === undefined ? undefined : readFileSync(file, 'utf8');

let latestBody: string | undefined;
let latest = robotsParser(ROBOTS_URL, '');

function verdict(body: string, url: string, token: string): string {
  if (body !== latestBody) {
    latest = robotsParser(ROBOTS_URL, body);
    latestBody = body;
  }
  return latest.isAllowed(url, token) === false ? 'disallowed' : 'allowed';
}

function tsvVerdict(line: string): string {
  const columns = line.split('\t');
  const body = shared ?? (columns.shift() ?? '').replaceAll('\\n', '\n');
  return `${verdict(body, columns[0] ?? '', columns[1] ?? '*')}\n`;
}

function ndjsonVerdict(line: string): string {
  const row = JSON.parse(line) as { robotsTxt: string; url: string; token: string };
  return `{"verdict":"${verdict(shared ?? row.robotsTxt, row.url, row.token)}"}\n`;
}

const verdictLine = format === 'ndjson' ? ndjsonVerdict : tsvVerdict;
let rest = '';
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  process.stdout.write(lines.map(verdictLine).join(''));
}
