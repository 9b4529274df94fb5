import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../src/plain-filter.ts', import.meta.url));

test('writes the same rows as the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.example'), 'User-agent: *\nDisallow: /p\n');
  writeFileSync(join(folder, 'urls'), 'http://a.example/p\nhttp://b.example/p\n');
  const rows = 'http://a.example/p\tx\tdisallowed\nhttp://b.example/p\tx\tallowed\n';
  const run = (robots: string) =>
    spawnSync(process.execPath, [SCRIPT, robots, 'x', join(folder, 'urls')], { encoding: 'utf8' });
  expect(run(folder).stdout).toBe(rows);
  expect(run(join(folder, 'a.example')).stdout).toBe(rows.replace('\tallowed', '\tdisallowed'));
});
