import { describe, expect, test } from 'vitest';
import type { Case, Check, Expected } from '../src/case.js';
import { runCases } from '../src/run.js';

function caseOf(expected: Expected, body: string | Uint8Array = 'User-agent: *'): Case {
  return {
    id: 'a/case',
    query: { body, productToken: ['Foo', 'Bar'], url: '/a', dialect: 'google' },
    expected,
  };
}

const disallowedBy2: Expected = { kind: 'verdict', allowed: false, line: 2 };
const answering =
  (allowed: boolean, line: number): Check =>
  () => ({ allowed, line });

test('runs a string body also as bytes', () => {
  const queries: unknown[] = [];
  const check: Check = (...query) => {
    queries.push(query);
    return { allowed: false, line: 2 };
  };
  expect(runCases([caseOf(disallowedBy2, 'é')], check)).toEqual([]);
  expect(queries).toEqual([
    ['é', ['Foo', 'Bar'], '/a', 'google', undefined],
    [Uint8Array.of(0xc3, 0xa9), ['Foo', 'Bar'], '/a', 'google', undefined],
  ]);
});

test('runs a byte body once', () => {
  let count = 0;
  const check: Check = () => {
    count += 1;
    return { allowed: false, line: 2 };
  };
  runCases([caseOf(disallowedBy2, new Uint8Array())], check);
  expect(count).toBe(1);
});

describe('reports a wrong implementation', () => {
  const bytesDiffer: Check = (body) => ({ allowed: false, line: typeof body === 'string' ? 2 : 3 });
  const throwing = (error: unknown): Check => {
    return () => {
      throw error;
    };
  };

  test.each<[string, Expected, Check, string]>([
    ['a wrong verdict', disallowedBy2, answering(true, 2), 'expected disallowed by line 2, found allowed by line 2'],
    ['a wrong line', disallowedBy2, answering(false, 3), 'expected disallowed by line 2, found disallowed by line 3'],
    [
      'a rule although none decides',
      { kind: 'verdict', allowed: true, line: 0 },
      answering(true, 4),
      'expected allowed without a rule, found allowed by line 4',
    ],
    [
      'a wrong verdict in a case without a line',
      { kind: 'verdict', allowed: true },
      answering(false, 4),
      'expected allowed, found disallowed by line 4',
    ],
    [
      'another result for the bytes',
      disallowedBy2,
      bytesDiffer,
      'expected disallowed by line 2, found disallowed by line 3 for the same body as bytes',
    ],
    [
      'an error instead of a verdict',
      disallowedBy2,
      throwing(new TypeError('no')),
      'expected disallowed by line 2, found TypeError: no',
    ],
    [
      'a verdict instead of an error',
      { kind: 'type-error' },
      answering(true, 0),
      'expected a TypeError, found allowed without a rule',
    ],
    ['another error', { kind: 'type-error' }, throwing(new RangeError('no')), 'expected a TypeError, found RangeError: no'],
  ])('%s', (_name, expected, check, message) => {
    expect(runCases([caseOf(expected)], check)).toEqual([{ id: 'a/case', message }]);
  });

  test('reports each failed case once', () => {
    const cases = [
      { ...caseOf(disallowedBy2), id: 'a/1' },
      { ...caseOf({ kind: 'verdict', allowed: false }), id: 'a/2' },
      { ...caseOf({ kind: 'type-error' }), id: 'a/3' },
    ];
    expect(runCases(cases, answering(false, 9)).map(({ id }) => id)).toEqual(['a/1', 'a/3']);
  });
});

test('compares the step and governed of a crawler profile', () => {
  const ofProfile: Expected = { ...disallowedBy2, step: 'star-group', governed: true };
  const answer = { allowed: false, line: 2, step: 'star-group', governed: true } as const;
  expect(runCases([caseOf(ofProfile)], () => answer)).toEqual([]);
  for (const [change, found] of [
    [{ step: 'own-group' }, 'own-group (governed)'],
    [{ governed: false }, 'star-group (not governed)'],
  ] as const) {
    const message = `expected disallowed by line 2, star-group (governed), found disallowed by line 2, ${found}`;
    expect(runCases([caseOf(ofProfile)], () => ({ ...answer, ...change }))).toEqual([{ id: 'a/case', message }]);
  }
});

test('accepts an expected TypeError', () => {
  const check: Check = () => {
    throw new TypeError('pass the product token FooBot');
  };
  expect(runCases([caseOf({ kind: 'type-error' })], check)).toEqual([]);
});
