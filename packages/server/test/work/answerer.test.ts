import { expect, test, vi } from 'vitest';
import type { Clients } from '../../src/clients.js';
import { Problem } from '../../src/http/problem.js';
import { DEFAULT_LIMITS } from '../../src/options.js';
import { AnalysisPool } from '../../src/work/analysis-pool.js';
import { Answerer } from '../../src/work/answerer.js';

const place = { url: ['urls', 0], productToken: ['productTokens', 0] };

function answerer(): Answerer {
  const clients = { dialectOf: () => 'rfc9309', of: vi.fn() } as unknown as Clients;
  return new Answerer(clients, new AnalysisPool(DEFAULT_LIMITS));
}

function problemOf(ask: () => void): Problem {
  try {
    ask();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('it was let pass');
}

test('a site needs an absolute URL', () => {
  const asks = answerer();
  expect(() => asks.check('https://example.com/', '*', {}, place)).not.toThrow();
  for (const url of ['/a', 'mailto:a@example.com', 'https://']) {
    const problem = problemOf(() => asks.check(url, 'Bot', {}, place));
    expect(problem.document()).toMatchObject({
      status: 422,
      errors: [{ pointer: '#/urls/0' }],
    });
  }
});

test('a whole User-Agent header is no product token', () => {
  const problem = problemOf(() => answerer().check('/a', 'Bot (a b)', {}, place));
  expect(problem.document()).toMatchObject({
    type: '/docs#problem-cannot-be-checked',
    detail: expect.stringContaining('Pass only the product token'),
    errors: [{ pointer: '#/productTokens/0' }],
  });
});

test('a dialect reads the given file in its own way', () => {
  const asks = answerer();
  const robotsTxt = 'User-agent: *\nDisallow: /a*b\n';
  const verdictIn = (dialect: 'rfc9309' | 'koster1996') =>
    asks.given('/axb', 'Bot', { robotsTxt, dialect, explain: false }, () => place).verdict;
  expect(verdictIn('rfc9309')).toBe('disallowed');
  expect(verdictIn('koster1996')).toBe('allowed');
  expect(verdictIn('rfc9309')).toBe('disallowed');
});

test('what cannot be asked is told by its place, with a given file too', () => {
  const robotsTxt = 'User-agent: *\nDisallow: /\n';
  const file = { robotsTxt, dialect: 'rfc9309', explain: false } as const;
  const ask = (url: string, token: string) => () => answerer().given(url, token, file, () => place);
  expect(problemOf(ask('a b', 'Bot')).places).toMatchObject([{ pointer: '#/urls/0' }]);
  expect(problemOf(ask('/a', 'Bot (a b)')).places).toMatchObject([
    { pointer: '#/productTokens/0' },
  ]);
});
