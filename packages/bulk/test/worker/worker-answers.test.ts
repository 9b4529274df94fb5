import { type DialectName, dialects, parseRobotsTxt } from '@repkit/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerRows, WorkerAnswers } from '../../src/worker/worker-answers.js';
import { ndjsonWorker, tsvWorker } from '../../src/worker/worker-rows.js';
import { joined, pieces } from '../support/blocks.js';

const BODY = 'User-agent: a\nDisallow: /p\n';

const OPTIONS = { format: ndjsonWorker, dialect: 'rfc9309', productToken: 'a' } as const;

function row(robotsTxt?: string, url?: string, productToken?: string) {
  return { robotsTxt, url, productToken };
}

test('each row is answered by its own robots.txt', () => {
  const answers = new WorkerAnswers({ ...OPTIONS });
  expect(answers.answer(row(BODY, '/p'))).toBe('disallowed');
  expect(answers.answer(row('', '/p'))).toBe('allowed');
  expect(answers.answer(row(BODY, '/p', 'b'))).toBe('allowed');
  expect(answers.answer(row(BODY, '/p', ''))).toBe('disallowed');
});

test('one robots.txt for all', () => {
  const robotsTxt = parseRobotsTxt(BODY);
  const answers = new WorkerAnswers({ ...OPTIONS, robotsTxt });
  expect(answers.answer(row(undefined, '/p'))).toBe('disallowed');
});

test.each([
  ['no row', undefined],
  ['no robots.txt', row(undefined, '/p')],
  ['no URL', row(BODY)],
  ['an empty URL', row(BODY, '')],
  ['something else', row(BODY, 'p')],
])('%s is invalid', (_what, asked) => {
  const answers = new WorkerAnswers({ ...OPTIONS });
  expect(answers.answer(asked)).toBe('invalid');
});

test('more bodies than are kept change no answer', () => {
  const answers = new WorkerAnswers({ ...OPTIONS });
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

test('a robots.txt in bytes is read as the library reads them, whatever they are', () => {
  const answers = new WorkerAnswers({ ...OPTIONS, format: tsvWorker(true) });
  const latin1 = '# caf\xe9\\nUser-agent: a\\nDisallow: /p';
  expect(answers.answer(row(latin1, '/p'))).toBe('disallowed');
  expect(answers.answer(row('\\N', '/p'))).toBe('invalid');
});

test('which robots.txt came before changes no answer', () => {
  const answers = new WorkerAnswers(OPTIONS);
  const other = 'User-agent: *\nDisallow: /q\n';
  for (const [robotsTxt, outcome] of [
    [BODY, 'disallowed'],
    [other, 'allowed'],
    [undefined, 'invalid'],
    [BODY, 'disallowed'],
    [BODY, 'disallowed'],
    [other, 'allowed'],
  ] as const) {
    expect(answers.answer(row(robotsTxt, '/p'))).toBe(outcome);
  }
});

const PIECES = [
  ...[
    'http://',
    'https://',
    '//',
    '/',
    'h.example',
    'H',
    '[::1]:8',
    'u@',
    'p',
    '?',
    '#',
    '*',
    '%70',
    '%',
  ],
  ...[
    '\u00e9',
    '\ufeff',
    '.',
    '/../',
    '\t',
    '\ta',
    '\tb\tc',
    '\ta b',
    ' ',
    '\r',
    '\0',
    '\n',
    '\r\n',
    '\n/p\ta\n',
  ],
];

test.each(Object.keys(dialects) as DialectName[])(
  '%s: rows read as bytes are answered as rows read as strings',
  async (dialect) => {
    const robotsTxt = parseRobotsTxt('User-agent: a\nDisallow: /p\nDisallow: /\u00e9\n', {
      dialect,
    });
    const options = { format: 'tsv', dialect, robotsTxt, productToken: 'a' } as const;
    const answered = (text: string) => joined(answerRows(pieces(text, 10_000), options));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), async (parts) => {
        const rows = `${parts.join('')}\n`;
        // An escape anywhere in a block makes all of its rows strings.
        expect(`${await answered(rows)}allowed\n`).toBe(await answered(`${rows}/\\x\n`));
      }),
      { numRuns: 300 },
    );
  },
);
