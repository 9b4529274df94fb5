import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { measureSurvey, writeArchive } from '../src/survey.js';

test('the archive has a different host and body per file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeArchive(join(folder, 'a'), 20);
  const text = gunzipSync(readFileSync(join(folder, 'a'))).toString();
  expect(text.match(/^WARC\/1\.0/gm)).toHaveLength(20);
  expect(text).toContain('https://h19.example/robots.txt');
});

test('times the survey and the plain script', () => {
  const figures = measureSurvey({ files: 50, rounds: 1 });
  expect(figures.files).toBe(50);
  for (const rate of [figures.two, figures.one, figures.plain]) expect(rate).toBeGreaterThan(0);
});
