import { describe, expect, test } from 'vitest';
import { nearestName } from '../../src/lint/nearest-name.js';

const NAMES = ['allow', 'disallow', 'sitemap', 'host'];

describe('the known name that a misspelt one is nearest to', () => {
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
  ])('extension: %s is near %s', (name, nearest) => {
    expect(nearestName(name, NAMES)).toBe(nearest);
  });

  test.each(['', 'x', 'hst-name', 'noindex', 'map', 'disdisallow', 'allow'.repeat(1000)])(
    'extension: %.20s is near none',
    (name) => expect(nearestName(name, NAMES)).toBeUndefined(),
  );

  test('the nearest one is taken, and the first of two as near', () => {
    expect(nearestName('abcd', ['abxy', 'abcx', 'abcy'])).toBe('abcx');
  });
});
