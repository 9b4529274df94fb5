import { expect, test } from 'vitest';
import { summarySentence } from '../../src/survey/complaints.js';
import { Tallies } from '../../src/survey/tallies.js';

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
