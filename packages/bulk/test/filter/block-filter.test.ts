import { policies } from '@repkit/client/access';
import { type DialectName, dialects, parseRobotsTxt } from '@repkit/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { BlockFilter, type BlockFilterOptions } from '../../src/filter/block-filter.js';
import type { Rules } from '../../src/filter/rules.js';
import { csvRows } from '../../src/rows/csv.js';
import { ndjsonRows } from '../../src/rows/ndjson.js';
import { tsvRows } from '../../src/rows/rows.js';
import { outcomeOf, rulesOf } from '../support/blocks.js';

const ROBOTS = 'User-agent: a\nDisallow: /p\nDisallow: /é\n\nUser-agent: b\nDisallow: /q\n';

function filtered(text: string, selection: Partial<BlockFilterOptions> = {}) {
  const crawlers = selection.crawlers ?? ['a'];
  const filter = new BlockFilter({ format: tsvRows, ...selection, crawlers });
  const rules = rulesOf(ROBOTS, crawlers);
  const result = filter.filter(Buffer.from(text), () => rules);
  const { bytes, invalid, lines } = result;
  return { text: bytes.toString(), invalid, lines };
}

test('writes a row per line and product token, in order', () => {
  expect(filtered('/p\r\n/q\tmore\n/x', { crawlers: ['a', 'b'] })).toEqual({
    text: '/p\ta\tdisallowed\n/p\tb\tallowed\n/q\ta\tallowed\tmore\n/q\tb\tdisallowed\tmore\n/x\ta\tallowed\n/x\tb\tallowed\n',
    invalid: [],
    lines: 3,
  });
});

test('writes invalid for a line without a URL and reports its number', () => {
  const { text, invalid, lines } = filtered('/p\n\nnot a url\tx\n/q\n');
  expect(text).toBe('/p\ta\tdisallowed\n\ta\tinvalid\nnot a url\ta\tinvalid\tx\n/q\ta\tallowed\n');
  expect(invalid).toEqual([
    { line: 2, reason: 'contains no URL', text: '' },
    { line: 3, reason: 'not a URL', text: 'not a url\tx' },
  ]);
  expect(lines).toBe(4);
});

test('invalid UTF-8 passes through unchanged', () => {
  const filter = new BlockFilter({ format: tsvRows, crawlers: ['a'] });
  const result = filter.filter(Buffer.from('/\xff\n', 'latin1'), () => rulesOf(ROBOTS, ['a']));
  expect(result.bytes.toString('latin1')).toBe('/\xff\ta\tinvalid\n');
  expect(result.invalid).toEqual([{ line: 1, reason: 'the URL is not UTF-8', text: '/\xff' }]);
});

test('an invalid row in a block does not change the verdicts of the other rows', () => {
  const filter = new BlockFilter({ format: tsvRows, crawlers: ['a'] });
  const rows = '/p\n/\xff\n/x\n\xc3\xa9\n/\xc3\xa9\n';
  const result = filter.filter(Buffer.from(rows, 'latin1'), () => rulesOf(ROBOTS, ['a']));
  expect(result.bytes.toString('latin1')).toBe(
    '/p\ta\tdisallowed\n/\xff\ta\tinvalid\n/x\ta\tallowed\n\xc3\xa9\ta\tinvalid\n/\xc3\xa9\ta\tdisallowed\n',
  );
  expect(result.invalid.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'the URL is not UTF-8'],
    [4, 'not a URL'],
  ]);
});

test.each([
  [1024 * 1024, 0],
  [1024 * 1024 + 1, 1],
])('a URL of %i characters: %i invalid', (length, count) => {
  // Two bytes per character: the limit is in characters.
  expect(filtered(`/${'é'.repeat(length - 1)}\n`).invalid.length).toBe(count);
});

test('a crawler that robots.txt does not govern has a verdict of its own and is never selected', () => {
  const crawlers = [
    { name: 'U', productTokens: ['a'], fallsBackToStar: true, obeysRobotsTxt: 'no' },
  ] as const;
  expect(filtered('/p\n/x\n', { crawlers }).text).toBe(
    '/p\tU\tnot-governed\n/x\tU\tnot-governed\n',
  );
  expect(filtered('/p\n/x\n', { crawlers, only: 'allowed' }).text).toBe('');
});

test('what a crawler documents decides, unless the caller states a dialect', () => {
  const body = 'User-agent: *\nDisallow: /\nAllow: /index.html\n';
  const crawlers = [
    { name: 'G', productTokens: ['g'], fallsBackToStar: true, dialect: 'google' },
  ] as const;
  const outcomes = [{}, { dialect: 'rfc9309' }, { policy: policies.rfc9309 }] as const;
  expect(
    outcomes.map((given) => outcomeOf(rulesOf(body, crawlers, given), 'https://x.example/')),
  ).toEqual(['allowed', 'disallowed', 'disallowed']);
});

test('a URL of more than 1 MiB is invalid', () => {
  expect(filtered(`/${'a'.repeat(1024 * 1024)}\n`).invalid[0]?.reason).toContain(
    'longer than 1 MiB',
  );
});

test('a name of a crawler is written in UTF-8', () => {
  const crawlers = [{ name: 'Ü', productTokens: ['a'], fallsBackToStar: true }] as const;
  expect(filtered('/p\n', { crawlers }).text).toBe('/p\tÜ\tdisallowed\n');
});

test.each([
  ['/p\n/x\tmore\nbad\n', tsvRows],
  ['{"url":"/\\u00e9"}\n{"url":"/x"}\n', ndjsonRows('url')],
] as const)('rows of an output much larger than its input: %j', (rows, format) => {
  const crawlers = Array.from({ length: 16 }, (_, n) => (n % 2 ? 'a' : 'b'));
  const { text } = filtered(rows.repeat(20_000), { crawlers, format });
  expect(text === filtered(rows, { crawlers, format }).text.repeat(20_000)).toBe(true);
});

test('only: writes each URL once and no invalid lines', () => {
  const both = { crawlers: ['a', 'b'] };
  expect(filtered('/p\tx\n/q\nbad\n/x\n', { ...both, only: 'disallowed' }).text).toBe('/p\n/q\n');
  expect(filtered('/p\tx\n/q\nbad\n/x\n', { only: 'allowed' }).text).toBe('/q\n/x\n');
});

test('compares non-ASCII characters, also if they are escaped in JSON', () => {
  expect(filtered('/é\n').text).toBe('/é\ta\tdisallowed\n');
  const { text } = filtered('{"url":"/\\u00e9"}\n', { format: ndjsonRows('url') });
  expect(text).toBe('{"url":"/\\u00e9","token":"a","verdict":"disallowed"}\n');
});

test('other errors are not mistaken for an invalid line', () => {
  const filter = new BlockFilter({ format: tsvRows, crawlers: ['a'] });
  const fail = () => {
    throw new RangeError('a bug');
  };
  expect(() => filter.filter(Buffer.from('/a\n'), fail)).toThrow('a bug');
});

/** Parts of rows: separators, characters that dialects interpret differently, and invalid UTF-8. */
const PIECES = [
  ...[
    'http://',
    'https://',
    'HTTP://',
    'ftp:',
    '//',
    '/',
    '\\',
    'h.example',
    'H.example',
    '[::1]:8',
    'u@',
  ],
  ...[
    'p',
    'q',
    '?',
    '#',
    '*',
    '$',
    '.',
    '/../',
    '%70',
    '%2f',
    '%',
    '\xc3\xa9',
    '\xef\xbb\xbf',
    '\xff',
    '\xc3',
  ],
  ...[
    '\t',
    ',',
    '"',
    '""',
    ' ',
    '\r',
    '\0',
    '\n',
    '\r\n',
    'id,url',
    'id,url\n',
    '\n/p',
    '\nhttp://h/q',
  ],
].map((piece) => Buffer.from(piece, 'latin1'));

const CSV = { name: 'csv', column: 1, header: 'id,url', lineEnd: '\r\n' } as const;
const FORMATS = {
  tsv: tsvRows,
  csv: csvRows(CSV),
  'csv without a header': csvRows({ ...CSV, header: undefined }),
};

test.each(Object.entries(FORMATS))(
  '%s: rows read as bytes and as strings have the same results',
  (_name, format) => {
    const body = 'User-agent: *\nDisallow: /p\nDisallow: /\u00e9\nDisallow: *?q\nAllow: /p/*q$\n';
    const readers = (Object.keys(dialects) as DialectName[]).map((dialect) => {
      const robotsTxt = parseRobotsTxt(body, { dialect });
      const matcher = robotsTxt.matcher('a');
      const byString: Rules[number] = {
        outcomeAt: (bytes, start, end) =>
          matcher.isAllowed(Buffer.from(bytes).toString('utf8', start, end))
            ? 'allowed'
            : 'disallowed',
      };
      return { rules: rulesOf(body, ['a', 'b'], { dialect }), byString: [byString, byString] };
    });
    const crawlers = ['a', 'b'];
    const only = fc.constantFrom(undefined, 'allowed', 'disallowed');
    const blocks = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 40 })
      .map((all) => Buffer.concat(all));
    fc.assert(
      fc.property(blocks, only, (block, wanted) => {
        const selection = { crawlers, only: wanted } as const;
        const plain = new BlockFilter({ ...selection, format });
        const strings = new BlockFilter({
          ...selection,
          format: { ...format, separator: undefined },
        });
        for (const { rules, byString } of readers) {
          const expected = strings.filter(block, () => byString);
          const { bytes, invalid, lines } = plain.filter(block, () => rules);
          expect(bytes.toString('latin1')).toBe(expected.bytes.toString('latin1'));
          expect({ invalid, lines }).toEqual({ invalid: expected.invalid, lines: expected.lines });
        }
      }),
      { numRuns: runs(1000) },
    );
  },
);
