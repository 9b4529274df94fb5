/** Core as published, alone: in bundles, and all conformance cases in each runtime that it supports. */

import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, parse } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../scripts/lib/commands.mjs';
import { BUN, bundledSize, DENO, haveRuntimes, install, oldestNode, outputOf, packed, program } from './support/packed.js';
import { serveWorker } from './support/workerd.js';

const CASES = join(ROOT, 'packages/conformance/cases');

/** Returns the number of cases and the failures. It imports nothing of Node. */
const RUN = `import { files } from './cases.js';
import { checkWithCore } from './runner/core-check.js';
import { isPageFile, runPageFile } from './runner/page-cases.js';
import { parseCases } from './runner/parse-cases.js';
import { runCases } from './runner/run.js';

export function run() {
  const verdicts = files.filter(({ name }) => !isPageFile(name));
  const cases = verdicts.flatMap(({ name, text }) => parseCases(text, name));
  const pages = files
    .filter(({ name }) => isPageFile(name))
    .map(({ name, text }) => runPageFile(text, name));
  const failures = [...runCases(cases, checkWithCore), ...pages.flatMap((page) => page.failures)];
  const problems = failures.map(({ id, message }) => id + ': ' + message);
  const count = pages.reduce((sum, page) => sum + page.count, cases.length);
  return JSON.stringify({ count, problems });
}
`;

const MATCH = `import { parseRobotsTxt } from '@repkit/core';
const robotsTxt = parseRobotsTxt(globalThis.body);
console.log(robotsTxt.isAllowed(globalThis.url, 'ExampleBot'), robotsTxt.matcher('ExampleBot').isAllowed('/'));
`;
const LINT = `import { lint } from '@repkit/core/analysis';\nconsole.log(lint(robotsTxt));\n`;
const EVERYTHING = `import * as core from '@repkit/core';
import * as crawlers from '@repkit/core/crawlers';
import * as preferences from '@repkit/core/preferences';
import * as analysis from '@repkit/core/analysis';
console.log(core, crawlers, preferences, analysis);
`;

let folder: string;

beforeAll(() => {
  folder = install('core-alone', [packed('@repkit/core')]);
  cpSync(join(ROOT, 'packages/conformance/dist'), join(folder, 'runner'), { recursive: true });
  const files = readdirSync(CASES).map((file) => ({
    name: parse(file).name,
    text: readFileSync(join(CASES, file), 'utf8'),
  }));
  program(folder, 'cases.js', `export const files = ${JSON.stringify(files)};\n`);
  program(folder, 'run.js', RUN);
});

test('has no dependency of any kind', () => {
  const { manifest } = packed('@repkit/core');
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

// If a change needs a higher limit, raise it in the same commit.
test.each([
  { what: 'parse and match', source: MATCH, limit: 18_000 },
  { what: 'parse, match and lint', source: MATCH + LINT, limit: 56_000 },
  { what: 'everything', source: EVERYTHING, limit: 94_000 },
])('the bundle "$what" takes at most $limit bytes after gzip', ({ what, source, limit }) => {
  const bytes = bundledSize(folder, source);
  console.log(`@repkit/core, the bundle "${what}": ${bytes} bytes after gzip, of at most ${limit}`);
  expect(bytes).toBeLessThanOrEqual(limit);
});

/** @param result of `run` */
function expectPassed(result: string): void {
  const { count, problems } = JSON.parse(result);
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(4000);
}

describe('passes the conformance cases in', () => {
  const runtimes = [oldestNode('@repkit/core'), ...(haveRuntimes ? [DENO, BUN] : [])];
  test.each(runtimes)('$name', (runtime) => {
    const main = program(folder, 'main.js', "import { run } from './run.js';\nconsole.log(run());\n");
    expectPassed(outputOf(runtime, [main]));
  });

  test.runIf(haveRuntimes)('workerd', async () => {
    const source = "import { run } from './run.js';\nexport default { fetch: () => new Response(run()) };\n";
    const response = await fetch(await serveWorker(folder, source));
    expectPassed(await response.text());
  });
});

test.runIf(haveRuntimes)('the Worker of the guide runs in workerd', async () => {
  const guide = readFileSync(join(ROOT, 'docs/guides/crawler-author.md'), 'utf8');
  const [, source = ''] = /```js\n(\/\/ worker\.js\n.*?)```/s.exec(guide) ?? [];
  const origin = await serveWorker(folder, source);
  const site = createServer(({ url }, response) => {
    if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /private/\n');
    else response.writeHead(404).end();
  });
  onTestFinished(() => void site.close());
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port } = site.address() as AddressInfo;
  const check = async (url: string) => {
    const response = await fetch(`${origin}/?url=${encodeURIComponent(url)}`);
    return response.ok ? response.json() : response.status;
  };
  expect(await check(`http://127.0.0.1:${port}/private/a`)).toEqual({ outcome: 'disallowed', line: 2 });
  expect(await check(`http://127.0.0.1:${port}/b`)).toEqual({ outcome: 'allowed' });
  expect(await check('http://127.0.0.1:1/')).toEqual({ outcome: 'unreachable' });
  expect(await check('nothing')).toBe(400);
});
