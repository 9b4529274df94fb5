import { expect, test } from 'vitest';
import { InvalidRowReporter } from '../../src/bulk/filter-run.js';
import { fakeIo } from '../support/fake-io.js';

function bad(line: number, text = 'x') {
  return { line, reason: 'not a URL', text };
}

test('a terminal gets the first few, escaped; the rejects file gets all, unchanged', () => {
  const io = fakeIo();
  const said: string[] = [];
  const complaints = new InvalidRowReporter(io.openOutput('r', 0), true, (text) => said.push(text));
  complaints.report([bad(3, '\x1b[2J\xff'), bad(4, 'y'.repeat(500))], 0);
  complaints.report(
    Array.from({ length: 20 }, (_, index) => bad(1 + index)),
    100,
  );
  complaints.report([], 100);
  complaints.report([bad(1)], 300);
  const lines = said.join('').split('\n');
  expect(lines.length).toBe(12);
  expect(lines[0]).toBe('repkit filter: Line 3: not a URL: "\\x1b[2Jÿ".');
  expect(lines[1]).toMatch(/^repkit filter: Line 4: not a URL: "y{99}…"\.$/);
  expect(lines[2]).toBe('repkit filter: Line 101: not a URL: "x".');
  expect(lines[10]).toContain('Further invalid lines are only counted.');
  const written = Buffer.from(io.files.get('r') as Uint8Array);
  expect(written.toString('latin1')).toBe(`\x1b[2J\xff\n${'y'.repeat(500)}\n${'x\n'.repeat(21)}`);
});

test('without a terminal every invalid line is reported with its number', () => {
  const said: string[] = [];
  const complaints = new InvalidRowReporter(undefined, false, (text) => said.push(text));
  complaints.report(
    Array.from({ length: 500 }, (_, index) => bad(1 + index)),
    0,
  );
  complaints.report([bad(7)], 500);
  const lines = said.join('').trimEnd().split('\n');
  expect(lines.length).toBe(501);
  expect(lines[500]).toBe('repkit filter: Line 507: not a URL: "x".');
});
