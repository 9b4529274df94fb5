import { describe, expect, test } from 'vitest';
import { nearestName } from '../../src/lint/nearest-name.js';

const NAMES = ['allow', 'disallow', 'sitemap', 'host'];

describe('closest known name', () => {
  test.each([
    ['allow', 'allow'],
    ['alow', 'allow'],
    ['allows', 'allow'],
    ['alolw', 'allow'],
    ['ullow', 'allow'],
    ['dsallow', 'disallow'],
    ['disalowe', 'disallow'],
    ['stiemap', 'sitemap'],
    ['hots', 'host'],
  ])('extension: %s is close to %s', (name, nearest) => {
    expect(nearestName(name, NAMES)).toBe(nearest);
  });

  test.each(['', 'x', 'hst-name', 'noindex', 'map', 'disdisallow', 'allow'.repeat(1000)])(
    'extension: %.20s is close to none',
    (name) => expect(nearestName(name, NAMES)).toBeUndefined(),
  );

  test('returns the closest, and the first of equals', () => {
    expect(nearestName('abcd', ['abxy', 'abcx', 'abcy'])).toBe('abcx');
  });
});
