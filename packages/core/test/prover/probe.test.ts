import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { alphabetOf } from '../../src/prover/alphabet.js';
import { probesOf } from '../../src/prover/probe.js';
import { shapeOf } from '../../src/prover/shape.js';
import { generatedDialect } from '../support/edits.js';

const FILLER = 0x7a;

function probes(pattern: string, one: DialectName = 'rfc9309', other = one, side: 0 | 1 = 0) {
  const shape = shapeOf(pattern, dialects[side === 0 ? one : other].wildcards);
  return [...probesOf(shape, side, alphabetOf(dialects[one], dialects[other]), FILLER)];
}

const targets = (...args: Parameters<typeof probes>) => probes(...args).map(({ target }) => target);

test('fills stars and the open end with nothing or the filler', () => {
  expect(targets('/*?*NAME=')).toEqual(['/?NAME=', '/?NAME=z', '/z?zNAME=', '/z?zNAME=z']);
  expect(targets('/a*b$')).toEqual(['/ab', '/azb']);
  expect(targets('*a$')).toEqual(['/a', '/za']);
  expect(probes('/a*b$').map(({ isShortest }) => isShortest)).toEqual([true, false]);
});

test('dot segments: contains no dot segments', () => {
  expect(targets('/*/./b$')).toEqual([]);
  expect(targets('/*./b$')).toEqual(['/z./b']);
});

test('canonical form, target: what each side compares', () => {
  expect(targets('/%2A$')).toEqual(['/%2A']);
  const [decoded] = probes('/?a=:$', 'rfc9309', 'google');
  expect(decoded.target).toBe('/?a=:');
  const [query] = probes('/a?b$', 'rfc9309', 'koster1996');
  expect(query.images.map((image) => String.fromCharCode(...image))).toEqual(['/a?b', '/a']);
});

test('its pattern matches every probe', () => {
  const pieces = fc.array(fc.constantFrom('a', '/', '*', '.', '?', '%2A', '%C3', ':', '='), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(pieces, fc.constantFrom('', '$'), generatedDialect, (some, end, dialect) => {
      const pattern = `/${some.join('')}${end}`;
      const matcher = parseRobotsTxt(`user-agent: *\ndisallow: ${pattern}`, { dialect }).matcher('foo');
      const [rule] = matcher.rules;
      for (const target of targets(rule.canonicalPattern, dialect)) {
        expect(matcher.isTargetAllowed(target), `${pattern} ${target}`).toBe(false);
      }
    }),
    { numRuns: runs(500) },
  );
});
