/**
 * Runs programs whose dependency robots-parser is replaced with @repkit/robots-parser by an override: Crawlee, Lighthouse,
 * and programs compiled against the declarations of robots-parser.
 */
import { problemsOfProgram, type Runtime } from './packages.ts';
import { findProgram } from './programs.mjs';

/** Programs that depend on robots-parser, what starts them, and robots-parser for code that uses it directly. */
export const PROGRAMS = {
  '@crawlee/http': '3.18.1',
  'chrome-launcher': '1.2.1',
  lighthouse: '13.5.0',
  'robots-parser': '3.0.1',
};

/** Serves a site whose robots.txt robots-parser reads otherwise: it allows /private/a. */
const SITE = `import { createServer } from 'node:http';
const server = createServer(({ url }, response) => {
  if (url === '/robots.txt') response.end('User-agent: *\\nDisallow: /private/%61\\n');
  else response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title><p>page');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = 'http://127.0.0.1:' + server.address().port;
const results = [];
`;

const CRAWL = `import { Configuration, HttpCrawler, log, LogLevel } from '@crawlee/http';
log.setLevel(LogLevel.OFF);
const options = {
  respectRobotsTxtFile: true,
  requestHandler: ({ request }) => results.push(request.url.slice(origin.length)),
  onSkippedRequest: ({ url, reason }) => results.push(reason + ' ' + url.slice(origin.length)),
};
const configuration = new Configuration({ persistStorage: false, purgeOnStart: false });
await new HttpCrawler(options, configuration).run([origin + '/page', origin + '/private/a']);
`;

const AUDIT = `import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
const chrome = await launch({ chromeFlags: ['--headless', '--no-sandbox'] });
// Both audits read what was loaded; neither measures time or looks at the page.
const noWait = { pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, networkQuietThresholdMs: 0, cpuQuietThresholdMs: 0 };
const config = { extends: 'lighthouse:default', settings: { ...noWait, disableFullPageScreenshot: true } };
const options = { port: chrome.port, onlyAudits: ['is-crawlable', 'robots-txt'], logLevel: 'silent' };
for (const path of ['/page', '/private/a']) {
  const { audits } = (await lighthouse(origin + path, options, config)).lhr;
  const lines = audits['is-crawlable'].details.items.map(({ source }) => source.line + 1);
  results.push([path, audits['robots-txt'].score, audits['is-crawlable'].score, ...lines].join(' '));
}
await chrome.kill();
`;

const END = 'server.close();\nconsole.log(results.sort().join());\n';

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

export function problemsOfCrawlee(folder: string, node: Runtime) {
  const expected = '/page,robotsTxt /private/a\n';
  return problemsOfProgram(node, folder, 'crawl.mjs', SITE + CRAWL + END, expected);
}

export function problemsOfLighthouse(folder: string, node: Runtime) {
  process.env.CHROME_PATH ??= findProgram('chromium');
  const expected = '/page 1 1,/private/a 1 0 2\n';
  return problemsOfProgram(node, folder, 'audit.mjs', SITE + AUDIT + END, expected);
}
