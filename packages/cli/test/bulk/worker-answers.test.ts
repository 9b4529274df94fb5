import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { WorkerAnswers } from '../../src/bulk/worker-answers.js';

const BODY = 'User-agent: a\nDisallow: /p\n';

function row(robotsTxt?: string, url?: string, productToken?: string) {
  return { robotsTxt, url, productToken };
}

test('each row is answered by its own robots.txt', () => {
  const answers = new WorkerAnswers({ dialect: 'rfc9309', productToken: 'a' });
  expect(answers.answer(row(BODY, '/p'))).toBe('disallowed');
  expect(answers.answer(row('', '/p'))).toBe('allowed');
  expect(answers.answer(row(BODY, '/p', 'b'))).toBe('allowed');
  expect(answers.answer(row(BODY, '/p', ''))).toBe('disallowed');
});

test('one robots.txt for all', () => {
  const robotsTxt = parseRobotsTxt(BODY);
  const answers = new WorkerAnswers({ dialect: 'rfc9309', productToken: 'a', robotsTxt });
  expect(answers.answer(row(undefined, '/p'))).toBe('disallowed');
});

test.each([
  ['no row', undefined],
  ['no robots.txt', row(undefined, '/p')],
  ['no URL', row(BODY)],
  ['an empty URL', row(BODY, '')],
  ['something else', row(BODY, 'p')],
])('%s is invalid', (_what, asked) => {
  const answers = new WorkerAnswers({ dialect: 'rfc9309', productToken: 'a' });
  expect(answers.answer(asked)).toBe('invalid');
});

test('more bodies than are kept change no answer', () => {
  const answers = new WorkerAnswers({ dialect: 'rfc9309', productToken: 'a' });
  const bodies = Array.from(
    { length: 40 },
    (_, n) => `${BODY}Disallow: /${n}$\n#${'x'.repeat(500_000)}`,
  );
  for (const _round of [1, 2]) {
    for (const [n, body] of bodies.entries()) {
      expect(answers.answer(row(body, `/${n}`))).toBe('disallowed');
      expect(answers.answer(row(body, `/${n + 1}`))).toBe('allowed');
    }
  }
});
