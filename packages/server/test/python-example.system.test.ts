/** Runs the example in Python against the service. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { startService } from './support/service.js';

const EXAMPLE = fileURLToPath(new URL('../../../examples/check_over_http.py', import.meta.url));

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, NO_PROXY: '*' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

test.skipIf(findProgram('python3') === undefined && process.env.CI === undefined)(
  'check_over_http.py calls the operations of the OpenAPI document and waits for its turns',
  async () => {
    const body = 'User-agent: *\nDisallow: /private/\nCrawl-delay: 1\n';
    const service = await startService({
      sites: { 'https://slow.example': { status: 200, body } },
    });
    const urls = ['a', 'private/b', 'c'].map((path) => `https://slow.example/${path}`);
    const began = performance.now();
    expect(await outputOf('python3', [EXAMPLE, service.url, ...urls])).toBe(
      `Check URLs for crawlers
request: https://slow.example/a (crawl-delay: 1)
disallowed: https://slow.example/private/b
request: https://slow.example/c (crawl-delay: 1)
"example.com" has no robots.txt. Use an absolute http:, https: or ftp: URL.
`,
    );
    expect(performance.now() - began).toBeGreaterThan(1000);
  },
);
