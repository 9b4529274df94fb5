/** The scripted server, with @repkit/client as the crawler. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RobotsClient } from '@repkit/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { behaviors, serve } from '../runner/serve.mjs';

interface Site {
  readonly id: string;
  readonly problem: string | null;
}

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve(0);
});
afterAll(() => server.close());

/** Whether /open and /private may be fetched. */
const EXPECTED = {
  rules: [true, false],
  'allow-all': [true, true],
  'disallow-all': [false, false],
};

test.each(behaviors())('$id: $expected, requests: $requests', async ({ id, expected, requests }) => {
  const site = server.sites.find((one) => one.id === id);
  if (site === undefined) throw new Error('not served');
  const client = new RobotsClient({
    userAgent: 'ExampleBot/1.0',
    proxy: 'none',
    guard: false,
    limits: /silence|stalled/.test(id) ? { totalMs: 300 } : {},
  });
  onTestFinished(() => client.close());
  const check = (path: string) => client.isAllowed(`${site.origin}${path}`);
  // At once, and again: one request serves all checks.
  const found = await Promise.all(['/open', '/private', '/open', '/private'].map(check));
  expect(found).toEqual([...EXPECTED[expected], ...EXPECTED[expected]]);
  expect(await Promise.all(['/open', '/private'].map(check))).toEqual(EXPECTED[expected]);
  expect(site.observed).toEqual({ robots: requests, paths: [] });
});

test('the command serves a page per behavior, and reports what was requested', async () => {
  const main = fileURLToPath(new URL('../runner/main.mjs', import.meta.url));
  const child = spawn(process.execPath, [main, 'serve', '--port', '0']);
  onTestFinished(() => void child.kill());
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes('Ctrl-C')) break;
  }
  const [, working = ''] = /(\S+)\/\trules\tfetch\/status\/200\n/.exec(output) ?? [];
  const [, address = ''] = /Report: (\S+)/.exec(output) ?? [];
  const reportOf = async () => (await fetch(address)).json();
  expect((await reportOf()).filter(({ problem }: Site) => problem !== null)).toEqual([]);
  await (await fetch(`${working}/robots.txt`)).text();
  expect(await (await fetch(`${working}/`)).text()).toContain('href="/private"');
  // A crawler that takes an error for permission.
  const failing = /(\S+)\/\tdisallow-all\tfetch\/status\/500\n/.exec(output)?.[1];
  await fetch(`${failing}/robots.txt`);
  await fetch(`${failing}/robots.txt`);
  const again = '2 requests for robots.txt instead of 1';
  const found = async () => (await reportOf()).find(({ id }: Site) => id === 'fetch/status/500');
  expect(await found()).toMatchObject({ problem: again, observed: { robots: 2 } });
  await fetch(`${failing}/open`);
  expect(await found()).toMatchObject({ problem: 'fetched /open, which is disallowed' });
  const report = await reportOf();
  expect(report[0]).toMatchObject({
    id: 'fetch/status/200',
    clause: 'RFC 9309 2.3.1.1',
    expected: 'rules',
    observed: { robots: 1, paths: ['/'] },
  });
  expect(report).toHaveLength(behaviors().length);
});
