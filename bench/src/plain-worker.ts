/**
 * The same line protocol as `repkit worker`, as one would write it on robots-parser: what the bench compares with.
 * Arguments: tsv or ndjson, and the file of the one robots.txt for all rows where there is one. Node runs it as it is.
 */
import { readFileSync } from 'node:fs';
import robotsParserModule from 'robots-parser';

/** Its types speak of a `default` that the CommonJS module does not have. */
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

function answerTsv(line: string): string {
  const columns = line.split('\t');
  const body = shared ?? (columns.shift() ?? '').replaceAll('\\n', '\n');
  return `${verdict(body, columns[0] ?? '', columns[1] ?? '*')}\n`;
}

function answerNdjson(line: string): string {
  const row = JSON.parse(line) as { robotsTxt: string; url: string; token: string };
  return `{"verdict":"${verdict(shared ?? row.robotsTxt, row.url, row.token)}"}\n`;
}

const answer = format === 'ndjson' ? answerNdjson : answerTsv;
let rest = '';
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  process.stdout.write(lines.map(answer).join(''));
}
