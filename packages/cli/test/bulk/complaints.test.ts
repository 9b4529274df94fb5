import { expect, test } from 'vitest';
import { Complaints } from '../../src/bulk/complaints.js';
import { fakeIo } from '../support/fake-io.js';

function bad(line: number, text = 'x') {
  return { line, why: 'that is no URL', text };
}

test('the first few are told, fit for a terminal, and all are written as they were', () => {
  const io = fakeIo();
  const said: string[] = [];
  const complaints = new Complaints(io.openOutput('r', 0), (sentence) => said.push(sentence));
  let octets = complaints.take([bad(3, '\x1b[2J\xff'), bad(4, 'y'.repeat(500))]);
  octets += complaints.take(Array.from({ length: 20 }, (_, index) => bad(5 + index)));
  expect(said.length).toBe(11);
  expect(said[0]).toBe('line 3: that is no URL: "\\x1b[2Jÿ".');
  expect(said[1]).toMatch(/^line 4: that is no URL: "y{99}…"\.$/);
  expect(said[10]).toBe('further bad lines are counted, and not shown.');
  const written = Buffer.from(io.files.get('r') as Uint8Array);
  expect(written.toString('latin1')).toBe(`\x1b[2J\xff\n${'y'.repeat(500)}\n${'x\n'.repeat(20)}`);
  expect(octets).toBe(written.length);
});

test('without a file nothing is written', () => {
  expect(new Complaints(undefined, () => {}).take([bad(1)])).toBe(0);
});
