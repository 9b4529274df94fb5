import { expect, test } from 'vitest';
import { PROBLEMS, Problem, problemAt, problemType } from '../../src/http/problem.js';

test('RFC 9457 3.1: a document has type, title, status, detail and locations', () => {
  const problem = problemAt('invalid-check', ['urls', 3], 'It is not a URL.');
  expect(problem.document('id')).toEqual({
    type: '/docs#problem-invalid-check',
    title: PROBLEMS['invalid-check'].title,
    status: 422,
    detail: 'It is not a URL.',
    errors: [{ pointer: '#/urls/3', detail: 'It is not a URL.' }],
    requestId: 'id',
  });
  expect(new Problem('not-found', 'No.').document()).not.toHaveProperty('errors');
});

test('each limit has its own problem with a 4xx status', () => {
  const limits = [
    'body-too-large',
    'request-url-too-long',
    'text-too-long',
    'too-many-items',
    'received-too-slowly',
    'took-too-long',
    'too-many-requests',
  ] as const;
  expect(new Set(limits.map(problemType)).size).toBe(limits.length);
  for (const name of limits) {
    expect(PROBLEMS[name].status).toBeGreaterThanOrEqual(400);
    expect(PROBLEMS[name].status).toBeLessThan(500);
  }
});
