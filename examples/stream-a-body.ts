/** Read a response in chunks, up to the parsing limit. */
import { type RobotsTxt, RobotsTxtParser } from '@repkit/core';

/** Reads the body of a response. Leaving the loop cancels the stream, so the rest is not sent. */
async function readRobotsTxt(response: Response): Promise<RobotsTxt> {
  const parser = new RobotsTxtParser();
  if (response.body !== null) {
    for await (const chunk of response.body) {
      if (!parser.push(chunk)) break;
    }
  }
  return parser.end();
}

/** A server that sends the same line endlessly. */
let sent = 0;
const endless = new ReadableStream<Uint8Array>({
  start: (controller) => controller.enqueue(new TextEncoder().encode('User-agent: *\n')),
  pull: (controller) => {
    sent += 1;
    controller.enqueue(new TextEncoder().encode('Disallow: /private/\n'.repeat(1000)));
  },
});

const robotsTxt = await readRobotsTxt(new Response(endless));
console.log('chunks sent:', sent < 100 ? 'fewer than 100' : 'too many');
console.log('truncated:', robotsTxt.truncated);
console.log('rules read:', robotsTxt.groups[0]?.rules.length);
console.log('/private/a:', robotsTxt.isAllowed('/private/a', 'ExampleBot'));

// Prints:
// chunks sent: fewer than 100
// truncated: true
// rules read: 25599
// /private/a: false
