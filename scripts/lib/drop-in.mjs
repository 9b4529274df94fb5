/**
 * Runs programs whose dependency robots-parser is replaced with @repkit/robots-parser by an override of npm: Crawlee, Lighthouse,
 * and programs compiled against the declarations of robots-parser.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './commands.mjs';
import { runOn } from './nodes.mjs';
import { install } from './packed.mjs';
import { findProgram } from './programs.mjs';

/** Lighthouse is not a dependency of the repository, because it installs 170 MB. */
const LIGHTHOUSE = ['lighthouse@13.5.0', 'chrome-launcher@1.2.1'];
const CRAWLEE = '@crawlee/http@3.18.1';

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
const options = { port: chrome.port, onlyAudits: ['is-crawlable', 'robots-txt'], logLevel: 'silent' };
for (const path of ['/page', '/private/a']) {
  const { audits } = (await lighthouse(origin + path, options)).lhr;
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

/**
 * Installs programs that depend on robots-parser, with the override that the README of the package shows.
 *
 * @param {import('./packed.mjs').Packed[]} packages
 * @returns {string} the folder
 */
export function installDropIn(packages) {
  const tarballOf = (/** @type {string} */ name) =>
    `file:${packages.find((packed) => packed.name === name)?.tarball}`;
  const overrides = {
    'robots-parser': tarballOf('@repkit/robots-parser'),
    '@repkit/core': tarballOf('@repkit/core'),
  };
  const folder = install('drop-in', [CRAWLEE, ...LIGHTHOUSE], { overrides });
  for (const [name, text] of Object.entries(TYPED)) writeFileSync(join(folder, name), text);
  return folder;
}

/**
 * Installs Crawlee beside a direct dependency, to which the override refers, as the guide of migration shows.
 *
 * @param {import('./packed.mjs').Packed[]} packages
 * @returns {string} the folder
 */
export function installDirectDropIn(packages) {
  const tarballOf = (/** @type {string} */ name) =>
    `file:${packages.find((packed) => packed.name === name)?.tarball}`;
  return install('direct-drop-in', [CRAWLEE], {
    dependencies: { 'robots-parser': tarballOf('@repkit/robots-parser') },
    overrides: { 'robots-parser': '$robots-parser', '@repkit/core': tarballOf('@repkit/core') },
  });
}

/** @param {string} folder */
export function problemsOfTheOverride(folder) {
  const { packages } = readJson(join(folder, 'node_modules/.package-lock.json'));
  const names = Object.keys(packages)
    .filter((path) => path.endsWith('node_modules/robots-parser'))
    .map((path) => readJson(join(folder, path, 'package.json')).name);
  return names.join() === '@repkit/robots-parser' ? [] : [`installed: ${names.join(', ')}`];
}

/**
 * @param {string} folder
 * @param {import('./nodes.mjs').Node} node
 * @param {string} name of the program
 * @param {string} source
 * @param {string} expected
 */
function problemsOfProgram(folder, node, name, source, expected) {
  const program = join(folder, name);
  writeFileSync(program, SITE + source + END);
  const { status, stdout, stderr } = runOn(node, [program]);
  return status === 0 && stdout === `${expected}\n` ? [] : [`${status}: ${stdout}${stderr}`];
}

/**
 * @param {string} folder
 * @param {import('./nodes.mjs').Node} node
 */
export function problemsOfCrawlee(folder, node) {
  return problemsOfProgram(folder, node, 'crawl.mjs', CRAWL, '/page,robotsTxt /private/a');
}

/**
 * @param {string} folder
 * @param {import('./nodes.mjs').Node} node
 */
export function problemsOfLighthouse(folder, node) {
  process.env.CHROME_PATH ??= findProgram('chromium');
  return problemsOfProgram(folder, node, 'audit.mjs', AUDIT, '/page 1 1,/private/a 1 0 2');
}
