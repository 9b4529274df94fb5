/** Programs whose dependency robots-parser is replaced with @repkit/robots-parser by the override of docs/migrating.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT, toolPath } from '../../scripts/lib/commands.mjs';
import { bundledSize, install, outputOf, packed, program, STRICT, THIS_NODE } from './support/packed.js';

/** It depends on robots-parser. */
const CRAWLEE = { '@crawlee/http': '3.18.1' };

/** Crawls a site whose robots.txt robots-parser reads otherwise: it allows /private/a. */
const CRAWL = `import { createServer } from 'node:http';
import { Configuration, HttpCrawler, log, LogLevel } from '@crawlee/http';
const server = createServer(({ url }, response) => {
  if (url === '/robots.txt') response.end('User-agent: *\\nDisallow: /private/%61\\n');
  else response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title><p>page');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = 'http://127.0.0.1:' + server.address().port;
const results = [];
log.setLevel(LogLevel.OFF);
const options = {
  respectRobotsTxtFile: true,
  requestHandler: ({ request }) => results.push(request.url.slice(origin.length)),
  onSkippedRequest: ({ url, reason }) => results.push(reason + ' ' + url.slice(origin.length)),
};
const configuration = new Configuration({ persistStorage: false, purgeOnStart: false });
await new HttpCrawler(options, configuration).run([origin + '/page', origin + '/private/a']);
server.close();
console.log(results.sort().join());
`;

/** How ES modules and CommonJS in TypeScript use robots-parser, also with the declarations of version 3.0. */
const TYPED = {
  'typed.mts': `import robotsParser from 'robots-parser';
const earlier = robotsParser as unknown as typeof robotsParser.default;
const allowed: boolean | undefined = earlier('', '').isAllowed('/', 'a');
const line: number = robotsParser('', '').getMatchingLineNumber('/');
void [allowed, line];
`,
  'typed.cts': `import robotsParser = require('robots-parser');
import imported from 'robots-parser';
const delay: number | undefined = robotsParser('', '').getCrawlDelay();
const host: string | null = imported('', '').getPreferredHost();
void [delay, host];
`,
};

const BUNDLED = `import robotsParser from 'robots-parser';
const robots = robotsParser('https://example.com/robots.txt', globalThis.body);
console.log(robots.isAllowed(globalThis.url, 'ExampleBot'));
`;

let folder: string;

/** The override refers to the packed replacement instead of the published one. */
beforeAll(() => {
  const [replacement, core] = ['@repkit/robots-parser', '@repkit/core'].map((name) => `file:${packed(name).tarball}`);
  const guide = readFileSync(join(ROOT, 'docs/migrating.md'), 'utf8');
  const [, recipe = ''] = /```json\n(\{\n {2}"dependencies".*?)```/s.exec(guide) ?? [];
  const { dependencies, overrides } = JSON.parse(recipe.replace('npm:@repkit/robots-parser', replacement ?? ''));
  folder = install('override', [], {
    dependencies: { ...dependencies, ...CRAWLEE },
    overrides: { ...overrides, '@repkit/core': core },
  });
});

test('a bundle takes at most 19,100 bytes after gzip', () => {
  expect(bundledSize(folder, BUNDLED)).toBeLessThanOrEqual(19_100);
});

test('Crawlee runs, and follows RFC 9309', () => {
  expect(outputOf(THIS_NODE, [program(folder, 'crawl.mjs', CRAWL)])).toBe('/page,robotsTxt /private/a\n');
});

test('code that uses its types compiles', () => {
  const files = Object.entries(TYPED).map(([name, source]) => program(folder, name, source));
  outputOf(THIS_NODE, [toolPath('typescript', 'tsc'), ...STRICT, ...files]);
});
