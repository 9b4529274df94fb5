import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { writeArchive } from '../src/survey.js';

test('prints one row per file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeArchive(join(folder, 'a'), 30);
  const script = fileURLToPath(new URL('../src/plain-survey.ts', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [script, join(folder, 'a')], { encoding: 'utf8' });
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toHaveLength(30);
  expect(rows[29]).toMatchObject({ url: 'https://h29.example/robots.txt' });
});
