/** `repkit survey` as one would write it without repkit: one thread that reads a WARC file and checks `/` with robots-parser. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import robotsParserModule from 'robots-parser';

// Its types declare a `default` export that the CommonJS module does not have.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

const [file = ''] = process.argv.slice(2);
let rest = Buffer.alloc(0);
let rows = '';

for await (const chunk of createReadStream(file).pipe(createGunzip())) {
  rest = Buffer.concat([rest, chunk]);
  for (;;) {
    const headerEnd = rest.indexOf('\r\n\r\n');
    if (headerEnd === -1) break;
    const header = rest.toString('latin1', 0, headerEnd);
    const length = Number(/content-length: *(\d+)/i.exec(header)?.[1]);
    const end = headerEnd + 4 + length;
    if (rest.length < end + 4) break;
    const url = /warc-target-uri: *(\S+)/i.exec(header)?.[1] ?? '';
    const http = rest.toString('utf8', headerEnd + 4, end);
    const robots = robotsParser(url, http.slice(http.indexOf('\r\n\r\n') + 4));
    const site = new URL('/', url).href;
    rows += `${JSON.stringify({ url, allowed: robots.isAllowed(site, 'ExampleBot'), delay: robots.getCrawlDelay('ExampleBot'), sitemaps: robots.getSitemaps().length })}\n`;
    rest = rest.subarray(end + 4);
  }
  process.stdout.write(rows);
  rows = '';
}
