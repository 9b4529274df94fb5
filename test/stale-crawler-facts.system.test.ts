/** Tests `npm run crawlers:stale`, which lists facts that were not checked for a year. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { staleFacts } from '../scripts/stale-crawler-facts.mjs';

const SCRIPT = fileURLToPath(new URL('../scripts/stale-crawler-facts.mjs', import.meta.url));
const [one, other] = ['https://one.example/', 'https://other.example/'];

function run(...args: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
}

test('lists facts older than a year by page, oldest first', () => {
  const crawlers = [
    {
      name: 'A',
      facts: {
        kind: { source: one, checked: '2026-03-01' },
        crawlDelay: { source: other, checked: '2025-12-31' },
      },
    },
    { name: 'B', facts: { kind: { source: one, checked: '2026-03-01' } } },
    { name: 'C', facts: {} },
  ];
  expect(staleFacts(crawlers, '2027-03-01')).toEqual([`2025-12-31 ${other}: A crawlDelay`]);
  expect(staleFacts(crawlers, '2027-03-02')).toEqual([`2025-12-31 ${other}: A crawlDelay`, `2026-03-01 ${one}: A kind, B kind`]);
  expect(staleFacts(crawlers, '2026-12-31')).toEqual([]);
});

test('facts of known crawlers are stale a year after their check', () => {
  expect(run('--today=2026-11-22')).toMatchObject({
    status: 0,
    stdout: 'Every fact was checked within the last year.\n',
  });
  const { status, stdout } = run('--today=2099-01-01');
  expect(status).toBe(1);
  expect(stdout).toContain('https://support.apple.com/en-us/119829: Applebot obeysRobotsTxt');
});

test('rejects a date in another format', () => {
  expect(run('--today=tomorrow')).toMatchObject({
    status: 2,
    stderr: '--today is "tomorrow", which is not a date. Use a date such as 2027-01-31.\n',
  });
});
