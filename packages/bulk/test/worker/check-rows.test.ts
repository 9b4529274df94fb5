import { type DialectName, dialects, robotsFile } from '@repkit/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkRows, RowChecker } from '../../src/worker/check-rows.js';
import { ndjsonWorker, tsvWorker } from '../../src/worker/worker-rows.js';
import { joined, pieces } from '../support/blocks.js';

const BODY = 'User-agent: a\nDisallow: /p\n';

const OPTIONS = { format: ndjsonWorker, crawler: 'a' } as const;

function row(robotsTxt?: string, url?: string, productToken?: string) {
  return { robotsTxt, url, productToken };
}

test('checks each row against its own robots.txt', () => {
  const checker = new RowChecker({ ...OPTIONS });
  expect(checker.check(row(BODY, '/p'))).toBe('disallowed');
  expect(checker.check(row('', '/p'))).toBe('allowed');
  expect(checker.check(row(BODY, '/p', 'b'))).toBe('allowed');
  expect(checker.check(row(BODY, '/p', ''))).toBe('disallowed');
});

test.each(['', '\\'])(
  'counts the characters of a URL, not its bytes, with %j after it',
  async (text) => {
    const url = `/${'é'.repeat(600 * 1024)}${text}`;
    const input = [Buffer.from(`${url}\ta\n`)];
    const answers = checkRows(input, { format: 'tsv', crawler: 'a', file: robotsFile(BODY) });
    expect(await joined(answers)).toBe('allowed\n');
  },
);

test('checks all rows against one robots.txt', () => {
  const checker = new RowChecker({ ...OPTIONS, file: robotsFile(BODY) });
  expect(checker.check(row(undefined, '/p'))).toBe('disallowed');
});

test.each([
  ['no row', undefined],
  ['no robots.txt', row(undefined, '/p')],
  ['no URL', row(BODY)],
  ['an empty URL', row(BODY, '')],
  ['something else', row(BODY, 'p')],
  ['a URL over 1 MiB', row(BODY, `/${'a'.repeat(1024 * 1024)}`)],
])('%s is invalid', (_what, row) => {
  const checker = new RowChecker({ ...OPTIONS });
  expect(checker.check(row)).toBe('invalid');
});

test('evicting parsed files does not change results', () => {
  const checker = new RowChecker({ ...OPTIONS });
  const bodies = Array.from(
    { length: 40 },
    (_, n) => `${BODY}Disallow: /${n}$\n#${'x'.repeat(500_000)}`,
  );
  for (const _round of [1, 2]) {
    for (const [n, body] of bodies.entries()) {
      expect(checker.check(row(body, `/${n}`))).toBe('disallowed');
      expect(checker.check(row(body, `/${n + 1}`))).toBe('allowed');
    }
  }
});

test('a robots.txt need not be UTF-8', () => {
  const checker = new RowChecker({ ...OPTIONS, format: tsvWorker(true) });
  const latin1 = '# caf\xe9\\nUser-agent: a\\nDisallow: /p';
  expect(checker.check(row(latin1, '/p'))).toBe('disallowed');
  expect(checker.check(row('\\N', '/p'))).toBe('invalid');
});

test('the previous robots.txt does not affect results', () => {
  const checker = new RowChecker(OPTIONS);
  const other = 'User-agent: *\nDisallow: /q\n';
  for (const [robotsTxt, outcome] of [
    [BODY, 'disallowed'],
    [other, 'allowed'],
    [undefined, 'invalid'],
    [BODY, 'disallowed'],
    [BODY, 'disallowed'],
    [other, 'allowed'],
  ] as const) {
    expect(checker.check(row(robotsTxt, '/p'))).toBe(outcome);
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
  '%s: rows read as bytes and as strings have the same results',
  async (dialect) => {
    const file = robotsFile('User-agent: a\nDisallow: /p\nDisallow: /\u00e9\n');
    const options = { format: 'tsv', given: { dialect }, file, crawler: 'a' } as const;
    const verdicts = (text: string) => joined(checkRows(pieces(text, 10_000), options));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), async (parts) => {
        const rows = `${parts.join('')}\n`;
        // An escape anywhere in a block makes all its rows be read as strings.
        expect(`${await verdicts(rows)}allowed\n`).toBe(await verdicts(`${rows}/\\x\n`));
      }),
      { numRuns: 300 },
    );
  },
);
