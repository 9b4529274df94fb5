import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const PLAIN = fileURLToPath(new URL('../src/plain-worker.ts', import.meta.url));
const RULES = 'User-agent: a\nDisallow: /p\n';
const ORIGIN = 'https://www.example.com';

function plainWorker(args: readonly string[], input: string): string {
  return spawnSync(process.execPath, [PLAIN, ...args], { input, encoding: 'utf8' }).stdout;
}

test('handles rows with their own robots.txt', () => {
  const body = RULES.replaceAll('\n', '\\n');
  expect(plainWorker(['tsv'], `${body}\t${ORIGIN}/p\ta\n\t${ORIGIN}/p\ta\n`)).toBe(
    'disallowed\nallowed\n',
  );
  const row = JSON.stringify({ robotsTxt: RULES, url: `${ORIGIN}/p`, token: 'a' });
  expect(plainWorker(['ndjson'], `${row}\n`)).toBe('{"verdict":"disallowed"}\n');
});

test('handles rows with one robots.txt for all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'repkit-bench-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'robots.txt');
  writeFileSync(file, RULES);
  expect(plainWorker(['tsv', file], `${ORIGIN}/p\ta\n${ORIGIN}/x\ta\n`)).toBe(
    'disallowed\nallowed\n',
  );
});
