import { Tallies } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { summarySentence } from '../src/commands/survey.js';

test('an archive without a robots.txt', () => {
  expect(summarySentence(new Tallies())).toBe('Surveyed 0 robots.txt. Check the path.');
});

test('a summary with unreadable and skipped data', () => {
  const tallies = new Tallies();
  tallies.count('files', 'all', 5);
  expect(summarySentence(tallies)).toBe(undefined);
  tallies.count('files', 'not read', 2);
  tallies.count('files', 'skipped', 1);
  expect(summarySentence(tallies)).toBe('Surveyed 5 robots.txt, 2 unreadable, skipped 1 other record.');

  const others = new Tallies();
  others.count('files', 'not read', 1);
  others.count('files', 'skipped', 3);
  expect(summarySentence(others)).toBe('Surveyed 0 robots.txt, 1 unreadable, skipped 3 other records.');
});
