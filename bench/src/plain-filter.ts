/**
 * `repkit filter` as a plain script on robots-parser, as one would write it without repkit.
 * Arguments: a robots.txt, the product token, and the file of URLs.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import robotsParserModule from 'robots-parser';

// Its types declare a `default` export that the CommonJS module does not have.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;
const [robots = '', token = '', urls = ''] = process.argv.slice(2);
const body = readFileSync(robots, 'utf8');
const parsers = new Map<string, ReturnType<typeof robotsParser>>();

let written = '';
for await (const url of createInterface({ input: createReadStream(urls) })) {
  const { origin } = new URL(url);
  const parser = parsers.get(origin) ?? robotsParser(`${origin}/robots.txt`, body);
  parsers.set(origin, parser);
  written += `${url}\t${token}\t${parser.isAllowed(url, token) ? 'allowed' : 'disallowed'}\n`;
  if (written.length > 65_536) {
    process.stdout.write(written);
    written = '';
  }
}
process.stdout.write(written);
