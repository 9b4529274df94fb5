/** A user-agent line names the product token that spells it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import type { dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';

const LETTERS = [...'abzABZ_-'];
const NAMES: Readonly<Record<keyof typeof dialects, readonly string[]>> = {
  rfc9309: [...LETTERS, ...'09.'],
  'draft-koster-rep-00': [...LETTERS, ...'09.'],
  google: LETTERS,
  koster1996: [...LETTERS, ...'09.%!+?$;:@', 'é', '日'],
  yandex: [...LETTERS, ...'09.'],
};

describe.each(Object.entries(NAMES))('%s', (dialect, characters) => {
  test('a user-agent line applies to the token that spells it', () => {
    const token = fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 8 }).map((some) => some.join(''));
    const property = fc.property(token, (name) => {
      const body = `User-agent: ${name}\nDisallow: /\n`;
      const robotsTxt = parseRobotsTxt(body, { dialect: dialect as keyof typeof dialects });
      expect(robotsTxt.isAllowed('/a', name)).toBe(false);
      expect(robotsTxt.groups[0].productTokens).toEqual([String.fromCharCode(...new TextEncoder().encode(name))]);
    });
    fc.assert(property, { numRuns: runs(500) });
  });
});
