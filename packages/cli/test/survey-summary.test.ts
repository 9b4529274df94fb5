import { Tallies } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { summarySentence } from '../src/commands/survey.js';

test('a summary where there is something to say', () => {
  const tallies = new Tallies();
  tallies.count('files', 'all', 5);
  expect(summarySentence(tallies)).toBe(undefined);
  tallies.count('files', 'not read', 2);
  tallies.count('files', 'skipped', 1);
  expect(summarySentence(tallies)).toBe(
    '5 robots.txt surveyed, 2 places could not be read, 1 record is of something else.',
  );

  const others = new Tallies();
  others.count('files', 'not read', 1);
  others.count('files', 'skipped', 3);
  expect(summarySentence(others)).toBe(
    '0 robots.txt surveyed, 1 place could not be read, 3 records are of something else.',
  );
});
