import { expect, test } from 'vitest';
import { GROWTH_SUBJECTS, measureGrowth } from './support/growth.js';

test.each(GROWTH_SUBJECTS)(
  'the time of %s grows no faster than its input, whatever that contains',
  { timeout: 600_000 },
  (subject) => {
    const over = measureGrowth(subject).filter(({ isOver }) => isOver);
    const shown = over.map(({ shape, form, ms }) => `${shape} as ${form}: ${ms.join(', ')} ms`);
    expect(shown).toEqual([]);
  },
);

test('an unknown function is refused', () => {
  expect(() => measureGrowth('parse')).toThrow(RangeError);
});
