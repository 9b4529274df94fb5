/**
 * Programs whose dependency robots-parser is replaced with @repkit/robots-parser by an override: Crawlee, and code that compiles
 * against the declarations of robots-parser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './commands.mjs';
import { install, named, type Packed, problemsOfProgram, THIS_NODE } from './packages.ts';

/** It depends on robots-parser. */
const CRAWLEE = { '@crawlee/http': '3.18.1' };

/**
 * Installs Crawlee with the override of docs/migrating.md for programs that also depend on robots-parser directly. It refers to
 * the packed replacement instead of the published one.
 *
 * @returns the folder
 */
export function installOverride(packages: readonly Packed[]): string {
  const [replacement, core] = ['@repkit/robots-parser', '@repkit/core'].map((name) => `file:${named(packages, name).tarball}`);
  const guide = readFileSync(join(ROOT, 'docs/migrating.md'), 'utf8');
  const [, recipe = ''] = /```json\n(\{\n {2}"dependencies".*?)```/s.exec(guide) ?? [];
  const { dependencies, overrides } = JSON.parse(recipe.replace('npm:@repkit/robots-parser', replacement));
  return install('override', [], {
    dependencies: { ...dependencies, ...CRAWLEE },
    overrides: { ...overrides, '@repkit/core': core },
  });
}

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
export const TYPED = {
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

export function problemsOfCrawlee(folder: string) {
  const expected = '/page,robotsTxt /private/a\n';
  return problemsOfProgram(THIS_NODE, folder, 'crawl.mjs', CRAWL, expected);
}
