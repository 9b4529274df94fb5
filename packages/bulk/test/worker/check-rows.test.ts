import { type DialectName, dialects, robotsFile } from '@repkit/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import {
  checkRows,
  checkSiteRows,
  RowChecker,
  type SiteRowsOptions,
} from '../../src/worker/check-rows.js';
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
    const longest = `/${'é'.repeat(1024 * 1024 - 2)}`;
    const input = [Buffer.from(`${longest}é\ta\n${longest}éé\ta\n/x${text}\n`)];
    const answers = checkRows(input, { format: 'tsv', crawler: 'a', file: robotsFile(BODY) });
    expect(await joined(answers)).toBe('allowed\ninvalid\nallowed\n');
  },
);

const FILE = robotsFile(BODY);

/** Options, rows, and their outcomes. */
const ROWS = {
  'one robots.txt': [
    { format: 'tsv', file: FILE },
    '/p\n/p\tb\r\n\n\r\n/p\tb c\nbad\n/p',
    ['disallowed', 'allowed', 'invalid', 'invalid', 'invalid', 'invalid', 'disallowed'],
  ],
  'one robots.txt, and escapes': [
    { format: 'tsv', file: FILE },
    '/\\p\n/p\tb\r\n\n\r\n/p\tb c\nbad\n/\\p',
    ['disallowed', 'allowed', 'invalid', 'invalid', 'invalid', 'invalid', 'disallowed'],
  ],
  'one robots.txt, and invalid UTF-8': [
    { format: 'tsv', file: FILE },
    '/\xff\n/p\n',
    ['invalid', 'disallowed'],
  ],
  'a robots.txt in each row': [
    { format: 'tsv' },
    'User-agent: a\\nDisallow: /p\t/p\nUser-agent: a\\nDisallow: /p\t/p\tb\n/p\n',
    ['disallowed', 'allowed', 'invalid'],
  ],
  'more product tokens than are cached': [
    { format: 'tsv', file: FILE },
    `/p\ta\n${Array.from({ length: 300 }, (_, n) => `/p\tx${'y'.repeat(n)}\n`).join('')}/p\ta\n`,
    ['disallowed', ...Array.from({ length: 300 }, () => 'allowed'), 'disallowed'],
  ],
  'a robots.txt in each object': [
    { format: 'ndjson' },
    `${JSON.stringify({ robotsTxt: BODY, url: '/p' })}\n{"url":"/p"}\n`,
    ['disallowed', 'invalid'],
  ],
  'objects and one robots.txt': [
    { format: 'ndjson', file: FILE },
    '{"url":"/p"}\n{"url":"/p","token":"b"}\n/p\n',
    ['disallowed', 'allowed', 'invalid'],
  ],
} as const;

/** Formats outcomes as lines. */
function lines(format: 'tsv' | 'ndjson', outcomes: readonly string[]): string {
  return outcomes
    .map((outcome) => (format === 'tsv' ? `${outcome}\n` : `{"verdict":"${outcome}"}\n`))
    .join('');
}

test.each(Object.entries(ROWS))(
  'yields a result per row: %s',
  async (_, [options, rows, outcomes]) => {
    const input = [Buffer.from(rows, 'latin1')];
    const written = await joined(checkRows(input, { ...options, crawler: 'a' }));
    expect(written).toBe(lines(options.format, outcomes));
  },
);

const SITES = {
  'one robots.txt': {
    kind: 'robots',
    bytes: Buffer.from('User-agent: a\nDisallow: /é\n'),
    given: {},
  },
  'live rules': {
    kind: 'live',
    accessFor: async (url: string) => ({
      kind: url.startsWith('http://a.example/é') ? 'forbidden' : 'unavailable',
    }),
    given: {},
    concurrency: 1,
  },
} as const satisfies Record<string, SiteRowsOptions['rules']>;

const SITE_ROWS = {
  tsv: 'http://a.example/\xc3\xa9\t\xff\nhttp://b.example/\r\n\\N\n\xff\n\n',
  ndjson: '{"url":"http://a.example/\xc3\xa9","token":7}\n{"url":"http://b.example/"}\n{}\n7\n\n',
} as const;

test.each(
  Object.entries(SITES).flatMap(([name, rules]) =>
    (['tsv', 'ndjson'] as const).map((format) => [name, format, rules] as const),
  ),
)('reads only the URL of each row: %s, %s', async (_, format, rules) => {
  const input = [Buffer.from(SITE_ROWS[format], 'latin1')];
  const options = { format, crawler: 'a', rules, warn: expect.unreachable } as const;
  expect(await joined(checkSiteRows(input, options))).toBe(
    lines(format, ['disallowed', 'allowed', 'invalid', 'invalid', 'invalid']),
  );
});

test('other errors are not mistaken for an invalid row', () => {
  const checker = new RowChecker({ ...OPTIONS, given: { dialect: 'none' as DialectName } });
  expect(() => checker.check(row(BODY, '/p'))).toThrow(RangeError);
});

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
      { numRuns: runs(300) },
    );
  },
);
