import { expect, test } from 'vitest';
import { viewOf } from '../src/client/cached-entry.js';
import { policies } from '../src/policy/policy.js';
import { DAY } from './support/clock.js';
import { failure, http } from './support/outcomes.js';
import { ORIGIN, type Situated, situated } from './support/situations.js';

const good = http(200, 'User-agent: ExampleBot\nDisallow: /private\nAllow: /private/faq\n');
const { koster1996 } = policies;

/** Attempts that fail every day. */
function failedUntil(lastDay: number, firstDay = 0): Situated['attempts'] {
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, day) => firstDay + day);
  return days.map((day) => [day * DAY, http(503)]);
}

const ROWS: readonly (readonly [name: string, situated: Situated, path: string, outcome: string, reason: string])[] = [
  ['2.2.2: a rule allows', { attempts: [[0, good]] }, '/private/faq', 'allowed', 'rule'],
  ['2.2.2: a rule disallows', { attempts: [[0, good]] }, '/private/a', 'disallowed', 'rule'],
  ['2.2.2: no rule', { attempts: [[0, good]] }, '/a', 'allowed', 'no-rule'],
  ['2.2.1: no group', { attempts: [[0, http(200, 'User-agent: o\nDisallow: /\n')]] }, '/a', 'allowed', 'no-group'],
  [
    '2.2.2: robots.txt itself',
    { attempts: [[0, http(200, 'User-agent: *\nDisallow: /\n')]] },
    '/robots.txt',
    'allowed',
    'robots-txt',
  ],
  ['2.3.1.3: none', { attempts: [[0, http(404)]] }, '/private/a', 'allowed', 'unavailable'],
  ['2.3.1.4: out of reach', { attempts: [[0, http(503)]] }, '/a', 'unreachable', 'unreachable'],
  ['2.3.1.4: no name', { attempts: [[0, failure('dns')]] }, '/a', 'unreachable', 'unreachable'],
  ['2.2.2 while unreachable', { attempts: [[0, failure('dns')]] }, '/robots.txt', 'allowed', 'robots-txt'],
  ['2.2.2 with an escape, while unreachable', { attempts: [[0, failure('dns')]] }, '/%72obots.txt', 'allowed', 'robots-txt'],
  [
    '2.2.2: a query makes it another URL, while unreachable',
    { attempts: [[0, failure('dns')]] },
    '/robots.txt?a',
    'unreachable',
    'unreachable',
  ],
  [
    '3.2.2: the 1996 draft compares the path alone, also on a restricted site',
    { policy: koster1996, attempts: [[0, http(403)]] },
    '/robots.txt?a',
    'allowed',
    'robots-txt',
  ],
  [
    '2.2.2: a query makes it another URL, as for the rules of core',
    { attempts: [[0, http(200, 'User-agent: *\nDisallow: /\n')]] },
    '/robots.txt?a',
    'disallowed',
    'rule',
  ],
  ['2.3.1.4: for 30 days', { attempts: failedUntil(30) }, '/a', 'allowed', 'given-up'],
  [
    '2.3.1.4: then the copy',
    {
      attempts: [[0, good], ...failedUntil(31, 1)],
    },
    '/private/a',
    'disallowed',
    'rule',
  ],
  ['3.1: restricted', { policy: koster1996, attempts: [[0, http(403)]] }, '/a', 'disallowed', 'forbidden'],
  [
    '3.1: robots.txt of a restricted site',
    { policy: koster1996, attempts: [[0, http(403)]] },
    '/robots.txt',
    'allowed',
    'robots-txt',
  ],
];

test.each(ROWS)('%s', (_, where, path, outcome, reason) => {
  const situation = situated(where);
  const { policy, state } = viewOf(situation);
  const decider = situation.cached.deciderFor(state, 'ExampleBot', { policy });
  expect(decider.decide(ORIGIN + path)).toMatchObject({ outcome, reason });
  expect(decider.outcome(ORIGIN + path)).toBe(outcome);
});
