import { expect, expectTypeOf, test } from 'vitest';
import { decide } from '../src/decide.js';
import type {
  AllowedDecision,
  Decision,
  DisallowedDecision,
  UnreachableDecision,
} from '../src/decision.js';
import { standingOf } from '../src/situation.js';
import { ORIGIN, situated } from './support/held.js';
import { http } from './support/outcomes.js';

function decided(status: number): Decision {
  const situation = situated({
    attempts: [[0, http(status, status === 200 ? 'User-agent: *\nDisallow: /\n' : undefined)]],
  });
  return decide(
    { url: `${ORIGIN}/a`, productToken: 'ExampleBot' },
    situation,
    standingOf(situation),
  );
}

test('one of three outcomes, never undefined; the outcome tells the rest of the shape', () => {
  const decisions = [404, 200, 503].map(decided);
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['allowed', 'disallowed', 'unreachable']);
  for (const decision of decisions) {
    switch (decision.outcome) {
      case 'allowed':
        expectTypeOf(decision).toEqualTypeOf<AllowedDecision>();
        expect(decision.reason).toBe('unavailable');
        break;
      case 'disallowed':
        expectTypeOf(decision).toEqualTypeOf<DisallowedDecision>();
        expect(decision.verdict?.rule?.line).toBe(2);
        break;
      case 'unreachable':
        expectTypeOf(decision).toEqualTypeOf<UnreachableDecision>();
        expect(decision.nextTryAt).toBeGreaterThan(decision.provenance.fetchedAt);
        break;
    }
  }
});
