import { expect, test } from 'vitest';
import { faultSentence, summarySentence } from '../../src/survey/complaints.js';
import { Tallies } from '../../src/survey/tallies.js';

test('a fault has its place', () => {
  const fault = { file: 'a', offset: 7, why: 'it is damaged' };
  expect(faultSentence(fault)).toBe('"a", octet 7: it is damaged.');
  expect(faultSentence({ ...fault, line: 2 })).toBe('"a", line 2: it is damaged.');
  expect(faultSentence({ ...fault, name: 'b' })).toBe('"a", b: it is damaged.');
});

test('a summary where there is something to say', () => {
  const tallies = new Tallies();
  tallies.count('files', 'all', 5);
  expect(summarySentence(tallies)).toBe(undefined);
  tallies.count('files', 'not read', 2);
  tallies.count('files', 'skipped', 1);
  expect(summarySentence(tallies)).toBe(
    '5 robots.txt surveyed, 2 places could not be read, 1 records are of something else.',
  );
});
