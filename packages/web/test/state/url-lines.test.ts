import { expect, test } from 'vitest';
import { withTargets } from '../../src/state/url-lines.js';

test('targets get a line each, once, and what was there stays', () => {
  expect(withTargets('/a\n /b', ['/b', '/c', '/c'])).toBe('/a\n /b\n/c\n');
  expect(withTargets('', ['/a'])).toBe('/a\n');
  expect(withTargets('/a\n', ['/a'])).toBe('/a\n');
});

test('a target that begins with two slashes gets an origin, or it would be read as a host', () => {
  expect(withTargets('/a\n', ['//b'])).toBe('/a\nhttps://example.com//b\n');
});
