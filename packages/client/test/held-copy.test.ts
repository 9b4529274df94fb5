import { expect, test } from 'vitest';
import type { Copy } from '../src/policy/entry.js';
import { situated } from './support/held.js';
import { http } from './support/outcomes.js';

const held = (text: string) => situated({ attempts: [[0, http(200, text)]] }).held;

function copyOf(of: ReturnType<typeof held>): Copy {
  if (of.entry.settled?.kind !== 'copy') throw new Error('There is no copy.');
  return of.entry.settled;
}

test('rules are parsed once', () => {
  const copy = held('User-agent: *\nDisallow: /a\n');
  const rules = copy.rulesOf(copyOf(copy));
  expect(rules.isAllowed('/a', 'ExampleBot')).toBe(false);
  expect(copy.rulesOf(copyOf(copy))).toBe(rules);
});

test('what it takes grows with the body', () => {
  expect(held('a'.repeat(100_000)).octets).toBeGreaterThan(100_000);
  const none = http(404);
  const { octets } = situated({ attempts: [[0, none]] }).held;
  expect(octets).toBeGreaterThan(0);
  // Redirects are kept for the provenance, and the server says how long they are.
  const location = `https://example.com/${'a'.repeat(8000)}`;
  const hops = [{ url: none.url, status: 301, location }];
  const far = situated({ attempts: [[0, { ...none, hops }]] }).held;
  expect(far.octets).toBeGreaterThan(octets + 16_000);
});
