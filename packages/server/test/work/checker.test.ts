import { expect, test, vi } from 'vitest';
import type { Clients } from '../../src/clients.js';
import { Problem } from '../../src/http/problem.js';
import { DEFAULT_LIMITS } from '../../src/options.js';
import { AnalysisPool } from '../../src/work/analysis-pool.js';
import { Checker } from '../../src/work/checker.js';
import { startInProcess } from '../support/threads.js';

const location = { url: ['urls', 0], productToken: ['productTokens', 0] };

function newChecker(): Checker {
  const clients = { dialectOf: () => 'rfc9309', of: vi.fn() } as unknown as Clients;
  return new Checker(clients, new AnalysisPool(DEFAULT_LIMITS, startInProcess));
}

function problemOf(check: () => void): Problem {
  try {
    check();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('no problem was thrown');
}

test('a live check requires an absolute URL', () => {
  const checker = newChecker();
  expect(() => checker.validate('https://example.com/', '*', {}, location)).not.toThrow();
  for (const url of ['/a', 'mailto:a@example.com', 'https://']) {
    const problem = problemOf(() => checker.validate(url, 'Bot', {}, location));
    expect(problem.document()).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/urls/0' }],
    });
  }
});

test('a whole User-Agent header is not a product token', () => {
  const problem = problemOf(() => newChecker().validate('/a', 'Bot (a b)', {}, location));
  expect(problem.document()).toMatchObject({
    type: '/docs#problem-invalid-check',
    detail: expect.stringContaining('Pass only the product token'),
    errors: [{ pointer: '#/productTokens/0' }],
  });
});

test('the dialect decides how the inline file is interpreted', () => {
  const checker = newChecker();
  const robotsTxt = 'User-agent: *\nDisallow: /a*b\n';
  const verdictIn = (dialect: 'rfc9309' | 'koster1996') =>
    checker.files.check(
      '/axb',
      'Bot',
      { robotsTxt, given: { dialect }, otherwise: {}, explain: false },
      () => location,
    ).verdict;
  expect(verdictIn('rfc9309')).toBe('disallowed');
  expect(verdictIn('koster1996')).toBe('allowed');
  expect(verdictIn('rfc9309')).toBe('disallowed');
});

test('an invalid inline check reports its location', () => {
  const robotsTxt = 'User-agent: *\nDisallow: /\n';
  const file = { robotsTxt, given: {}, otherwise: {}, explain: false } as const;
  const check = (url: string, token: string) => () =>
    newChecker().files.check(url, token, file, () => location);
  expect(problemOf(check('a b', 'Bot')).locations).toMatchObject([{ pointer: '#/urls/0' }]);
  expect(problemOf(check('/a', 'Bot (a b)')).locations).toMatchObject([
    { pointer: '#/productTokens/0' },
  ]);
});
