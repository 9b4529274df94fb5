import { expect, test } from 'vitest';
import { invalidRowReporter } from '../../src/bulk/filter-run.js';
import { fakeIo } from '../support/fake-io.js';

function bad(line: number, text = 'x') {
  return { line, reason: 'not a URL', text };
}

test('a terminal gets the first few, escaped; the rejects file gets all, unchanged', () => {
  const io = fakeIo();
  const written: string[] = [];
  const report = invalidRowReporter(io.openOutput('r'), true, (text) => written.push(text));
  report([bad(3, '\x1b[2J\xff'), bad(4, 'y'.repeat(500))], 0);
  report(
    Array.from({ length: 20 }, (_, index) => bad(1 + index)),
    100,
  );
  report([], 100);
  report([bad(1)], 300);
  const lines = written.join('').split('\n');
  expect(lines.length).toBe(12);
  expect(lines[0]).toBe('repkit filter: Line 3: not a URL: "\\x1b[2Jÿ".');
  expect(lines[1]).toMatch(/^repkit filter: Line 4: not a URL: "y{99}…"\.$/);
  expect(lines[2]).toBe('repkit filter: Line 101: not a URL: "x".');
  expect(lines[10]).toContain('Further invalid lines are only counted.');
  const rejected = Buffer.from(io.files.get('r.partial') as Uint8Array);
  expect(rejected.toString('latin1')).toBe(`\x1b[2J\xff\n${'y'.repeat(500)}\n${'x\n'.repeat(21)}`);
});

test('without a terminal every invalid line is reported with its number', () => {
  const written: string[] = [];
  const report = invalidRowReporter(undefined, false, (text) => written.push(text));
  report(
    Array.from({ length: 500 }, (_, index) => bad(1 + index)),
    0,
  );
  report([bad(7)], 500);
  const lines = written.join('').trimEnd().split('\n');
  expect(lines.length).toBe(501);
  expect(lines[500]).toBe('repkit filter: Line 507: not a URL: "x".');
});
