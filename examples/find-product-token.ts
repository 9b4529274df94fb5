/** Find the product token in a User-Agent header, then check a URL with it. */
import { parseRobotsTxt, productToken } from '@repkit/core';

const robotsTxt = parseRobotsTxt(`User-agent: ExampleBot
Disallow: /private/
`);

const headers = [
  'ExampleBot/2.1 (+https://example.com/bot)',
  'Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
];

for (const header of headers) {
  const result = productToken(header);
  if (result.found) {
    const allowed = robotsTxt.isAllowed('https://example.com/private/', result.token);
    console.log(`${result.token} ${result.version}: ${allowed ? 'allowed' : 'disallowed'}`);
  } else {
    console.log(`no token: ${result.reason}`);
  }
}

// Prints:
// ExampleBot 2.1: disallowed
// ExampleBot 2.1: disallowed
// no token: it names only a browser. Give the crawler a product token, such as "ExampleBot/1.0"
