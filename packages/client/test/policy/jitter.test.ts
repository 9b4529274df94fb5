import { expect, test } from 'vitest';
import { stableShare } from '../../src/policy/jitter.js';

test('the same text has the same share, from 0 up to 1', () => {
  const shares = Array.from({ length: 10_000 }, (_, index) =>
    stableShare(`https://h${index}.example`),
  );
  expect(shares.every((share) => share >= 0 && share < 1)).toBe(true);
  expect(stableShare('https://h7.example')).toBe(shares[7]);
});

test('close texts lie far apart: each tenth holds about a tenth', () => {
  const tenths = new Array(10).fill(0);
  for (let index = 0; index < 10_000; index++) {
    tenths[Math.floor(stableShare(`https://h${index}.example`) * 10)]++;
  }
  for (const count of tenths) {
    expect(count).toBeGreaterThan(850);
    expect(count).toBeLessThan(1150);
  }
});
