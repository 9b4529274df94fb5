/**
 * `repkit filter` as a plain script on robots-parser, as one would write it without repkit.
 * Arguments: a robots.txt or a folder with one per host, the product token, and the file of URLs.
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import robotsParserModule from 'robots-parser';

// Its types declare a `default` export that the CommonJS module does not have.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;
const [robots = '', token = '', urls = ''] = process.argv.slice(2);
const isFolder = statSync(robots).isDirectory();
const parsers = new Map<string, ReturnType<typeof robotsParser>>();

function parserFor(url: string): ReturnType<typeof robotsParser> {
  const { origin, host } = new URL(url);
  let parser = parsers.get(origin);
  if (parser === undefined) {
    const file = isFolder ? join(robots, host) : robots;
    const body = existsSync(file) ? readFileSync(file, 'utf8') : '';
    parser = robotsParser(`${origin}/robots.txt`, body);
    parsers.set(origin, parser);
  }
  return parser;
}

let written = '';
for await (const url of createInterface({ input: createReadStream(urls) })) {
  const verdict = parserFor(url).isAllowed(url, token) ? 'allowed' : 'disallowed';
  written += `${url}\t${token}\t${verdict}\n`;
  if (written.length > 65_536) {
    process.stdout.write(written);
    written = '';
  }
}
process.stdout.write(written);
