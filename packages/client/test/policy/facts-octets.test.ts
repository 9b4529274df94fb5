import { expect, test } from 'vitest';
import { factsOctets } from '../../src/policy/facts-octets.js';
import { binary, copy, entry } from '../support/entries.js';

test('what a server says counts, and the body does not', () => {
  const usual = factsOctets(entry());
  expect(usual).toBeGreaterThan(500);
  expect(factsOctets(entry({ settled: { ...copy, body: binary(99_999) } }))).toBe(usual);
  const location = `https://example.com/${'a'.repeat(8000)}`;
  const hops = [{ url: copy.url, status: 301, location }];
  expect(factsOctets(entry({ settled: { ...copy, hops } }))).toBeGreaterThan(usual + 16_000);
});
