import { policies } from '@repkit/client/access';
import { type Crawler, type DialectName, dialects, parseRobotsTxt } from '@repkit/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { BlockFilter } from '../../src/filter/block-filter.js';
import { rowRobots } from '../../src/filter/row-robots.js';
import type { Rules } from '../../src/filter/rules.js';
import { PRINTS } from '../../src/rows/row-format.js';
import type { RowShape } from '../../src/rows/rows.js';
import { outcomeOf, rulesOf, TSV } from '../support/blocks.js';

const ROBOTS = 'User-agent: a\nDisallow: /p\nDisallow: /é\n\nUser-agent: b\nDisallow: /q\n';

const NDJSON = { name: 'ndjson', print: 'rows', columns: { url: 'url' } } as const;
const CSV = {
  name: 'csv',
  print: 'rows',
  columns: { url: 1 },
  header: 'id,url',
  lineEnd: '\r\n',
} as const;

interface Selection {
  readonly format?: RowShape;
  readonly print?: RowShape['print'];
  readonly crawlers?: readonly Crawler[];
}

function filtered(text: string, { format = TSV, print = 'rows', crawlers = ['a'] }: Selection = {}) {
  const filter = new BlockFilter({ format: { ...format, print }, crawlers });
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
  const filter = new BlockFilter({ format: TSV, crawlers: ['a'] });
  const result = filter.filter(Buffer.from('/\xff\n', 'latin1'), () => rulesOf(ROBOTS, ['a']));
  expect(result.bytes.toString('latin1')).toBe('/\xff\ta\tinvalid\n');
  expect(result.invalid).toEqual([{ line: 1, reason: 'the URL is not UTF-8', text: '/\xff' }]);
});

test('an invalid row in a block does not change the verdicts of the other rows', () => {
  const filter = new BlockFilter({ format: TSV, crawlers: ['a'] });
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
  const crawlers = [{ name: 'U', productTokens: ['a'], fallsBackToStar: true, obeysRobotsTxt: 'no' }] as const;
  expect(filtered('/p\n/x\n', { crawlers }).text).toBe('/p\tU\tnot-governed\n/x\tU\tnot-governed\n');
  expect(filtered('/p\n/x\n', { crawlers, print: 'allowed-urls' }).text).toBe('');
});

test('what a crawler documents decides, unless the caller states a dialect', () => {
  const body = 'User-agent: *\nDisallow: /\nAllow: /index.html\n';
  const crawlers = [{ name: 'G', productTokens: ['g'], fallsBackToStar: true, dialect: 'google' }] as const;
  const outcomes = [{}, { dialect: 'rfc9309' }, { policy: policies.rfc9309 }] as const;
  expect(outcomes.map((overrides) => outcomeOf(rulesOf(body, crawlers, overrides), 'https://x.example/'))).toEqual([
    'allowed',
    'disallowed',
    'disallowed',
  ]);
});

test('a URL of more than 1 MiB is invalid', () => {
  expect(filtered(`/${'a'.repeat(1024 * 1024)}\n`).invalid[0]?.reason).toContain('longer than 1 MiB');
});

test('a name of a crawler is written in UTF-8', () => {
  const crawlers = [{ name: 'Ü', productTokens: ['a'], fallsBackToStar: true }] as const;
  expect(filtered('/p\n', { crawlers }).text).toBe('/p\tÜ\tdisallowed\n');
});

test.each([
  ['/p\n/x\tmore\nbad\n', TSV],
  ['{"url":"/\\u00e9"}\n{"url":"/x"}\n', NDJSON],
] as const)('rows of an output much larger than its input: %j', (rows, format) => {
  const crawlers = Array.from({ length: 16 }, (_, n) => (n % 2 ? 'a' : 'b'));
  const { text } = filtered(rows.repeat(4000), { crawlers, format });
  expect(text === filtered(rows, { crawlers, format }).text.repeat(4000)).toBe(true);
});

test('only: writes each URL once and no invalid lines', () => {
  const both = { crawlers: ['a', 'b'] };
  expect(filtered('/p\tx\n/q\nbad\n/x\n', { ...both, print: 'disallowed-urls' }).text).toBe('/p\n/q\n');
  expect(filtered('/p\tx\n/q\nbad\n/x\n', { print: 'allowed-urls' }).text).toBe('/q\n/x\n');
});

test('compares non-ASCII characters, also if they are escaped in JSON', () => {
  expect(filtered('/é\n').text).toBe('/é\ta\tdisallowed\n');
  const { text } = filtered('{"url":"/\\u00e9"}\n', { format: NDJSON });
  expect(text).toBe('{"url":"/\\u00e9","token":"a","verdict":"disallowed"}\n');
});

test('other errors are not mistaken for an invalid line', () => {
  const filter = new BlockFilter({ format: TSV, crawlers: ['a'] });
  const fail = () => {
    throw new RangeError('a bug');
  };
  expect(() => filter.filter(Buffer.from('/a\n'), fail)).toThrow('a bug');
});

/** Parts of rows: separators, characters that dialects interpret differently, and invalid UTF-8. */
const PIECES = [
  ...['http://', 'https://', 'HTTP://', 'ftp:', '//', '/', '\\', 'h.example', 'H.example', '[::1]:8', 'u@'],
  ...['p', 'q', '?', '#', '*', '$', '.', '/../', '%70', '%2f', '%', '\xc3\xa9', '\xef\xbb\xbf', '\xff', '\xc3'],
  ...['\t', ',', '"', '""', ' ', '\r', '\0', '\n', '\r\n', 'id,url', 'id,url\n', '\n/p', '\nhttp://h/q'],
].map((piece) => Buffer.from(piece, 'latin1'));

test('rows read as bytes and as strings have the same results', () => {
  const body = 'User-agent: *\nDisallow: /p\nDisallow: /\u00e9\nDisallow: *?q\nAllow: /p/*q$\n';
  const readers = (Object.keys(dialects) as DialectName[]).map((dialect) => {
    const matcher = parseRobotsTxt(body, { dialect }).matcher('a');
    const rules = rulesOf(body, ['a', 'b'], { dialect });
    const byString: Rules = rules.map((site) => ({
      decide: (url) => site.decide(url),
      outcomeAt: (bytes, start, end) =>
        matcher.isAllowed(Buffer.from(bytes).toString('utf8', start, end)) ? 'allowed' : 'disallowed',
    }));
    return { rules, byString };
  });
  const crawlers = ['a', 'b'];
  const prints = fc.constantFrom('rows', 'allowed-urls', 'disallowed-urls', 'groups' as const);
  const blocks = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((all) => Buffer.concat(all));
  fc.assert(
    fc.property(blocks, prints, (block, print) => {
      const plain = new BlockFilter({ format: { ...TSV, print }, crawlers });
      // A column of a product token, which no row has, makes the rows text.
      const columns = { url: 0, agent: 99 };
      const strings = new BlockFilter({ format: { ...TSV, print, columns }, crawlers });
      for (const { rules, byString } of readers) {
        const expected = strings.filter(block, () => byString);
        const { bytes, invalid, lines } = plain.filter(block, () => rules);
        expect(bytes.toString('latin1')).toBe(expected.bytes.toString('latin1'));
        expect({ invalid, lines }).toEqual({ invalid: expected.invalid, lines: expected.lines });
      }
    }),
    { numRuns: runs(1000) },
  );
});

test.each(Object.keys(dialects) as DialectName[])(
  'what is neither absolute nor a path is invalid in every dialect: %s',
  (dialect) => {
    const invalid = ['foo', '<loc>https://a.example/</loc>', 'localhost:80/x', 'a.example/', 'x:y'];
    const valid = ['/', '//a.example/', 'https://a.example/', 'HTTP://A.example/p', 'ftp://a/b'];
    const filter = new BlockFilter({ format: TSV, crawlers: ['a'] });
    const rules = rulesOf('', ['a'], { dialect });
    const { bytes } = filter.filter(Buffer.from([...invalid, ...valid].join('\n')), () => rules);
    const outcomes = bytes.toString().trimEnd().split('\n');
    expect(outcomes.map((row) => row.split('\t')[2])).toEqual([...invalid.map(() => 'invalid'), ...valid.map(() => 'allowed')]);
  },
);

const UNGOVERNED = {
  name: 'U',
  productTokens: ['u'],
  fallsBackToStar: true,
  obeysRobotsTxt: 'no',
} as const;

test.each([
  [TSV, '/p\tmore\n/x\nbad\n', '/p\ta\tU\tmore\n/x\t-\tU\nbad\tinvalid\tinvalid\n'],
  [
    NDJSON,
    '{"url":"/p","blocked":1}\n{"url":"/x"}\n{"url":"bad"}\n',
    '{"url":"/p","blocked":["a"],"unknown":["U"]}\n{"url":"/x","blocked":[],"unknown":["U"]}\n' +
      '{"url":"bad","blocked":["invalid"],"unknown":["invalid"]}\n',
  ],
  [CSV, '1,/p\n2,/x\n3,bad\n', '1,/p,a,U\r\n2,/x,-,U\r\n3,bad,invalid,invalid\r\n'],
])('groups: one row per URL, and an unknown result permits nothing: %j', (format, rows, text) => {
  const crawlers = ['a', 'b', UNGOVERNED];
  expect(filtered(rows, { format, print: 'groups', crawlers }).text).toBe(text);
});

test('groups: crawlers are separated by commas', () => {
  const crawlers = ['a', 'b', 'c'];
  const filter = new BlockFilter({ format: { ...TSV, print: 'groups' }, crawlers });
  const rules = rulesOf('User-agent: *\nDisallow: /p', crawlers);
  expect(filter.filter(Buffer.from('/p\n'), () => rules).bytes.toString()).toBe('/p\ta,b,c\t-\n');
});

test.each([
  [
    NDJSON,
    '{"url":"/p"}\n{"url":"/x"}\n{}\n',
    '{"url":"/p","token":"a","verdict":"disallowed","rule":"Disallow: /p","line":2}\n' +
      '{"url":"/x","token":"a","verdict":"allowed","rule":null,"line":null}\n' +
      '{"token":"a","verdict":"invalid","rule":null,"line":null}\n',
  ],
  [CSV, '1,/p\n2,/x\n3,\n', '1,/p,a,disallowed,Disallow: /p,2\r\n2,/x,a,allowed,,\r\n3,,a,invalid,,\r\n'],
])('explained rows: %j', (format, rows, text) => {
  expect(filtered(rows, { format, print: 'explained-rows' }).text).toBe(text);
});

test('verdicts: one for each row, also an invalid one', () => {
  expect(filtered('/p\tx\n\nbad\n/x', { print: 'verdicts' }).text).toBe('disallowed\ninvalid\ninvalid\nallowed\n');
  const rows = '{"url":"/p"}\n[]\n';
  expect(filtered(rows, { format: NDJSON, print: 'verdicts' }).text).toBe('{"verdict":"disallowed"}\n{"verdict":"invalid"}\n');
});

function filteredByRow(rows: string, format: RowShape, print: RowShape['print'] = 'rows') {
  const filter = new BlockFilter({ format: { ...format, print }, crawlers: ['a'] });
  const { bytes, invalid } = filter.filter(Buffer.from(rows), rowRobots(filter, {}));
  return { text: bytes.toString(), reasons: invalid.map(({ reason }) => reason) };
}

test('rows with their own robots.txt and product token', () => {
  const format = { ...TSV, columns: { robotsTxt: 0, url: 1, agent: 2 } };
  const rules = 'User-agent: *\\nDisallow: /p\\n\\nUser-agent: b\\nDisallow: /';
  const rows = [
    `${rules}\t/p`,
    `${rules}\t/x\t\tmore`,
    `${rules}\t/x\tb`,
    '\t/p',
    '\\N\t/p',
    `${rules}`,
    `${rules}\tbad`,
    `${rules}\t/p\ta b`,
  ];
  const { text, reasons } = filteredByRow(`${rows.join('\n')}\n`, format);
  expect(text).toBe(
    '/p\ta\tdisallowed\n/x\ta\tallowed\t\tmore\n/x\tb\tdisallowed\tb\n/p\ta\tallowed\n/p\ta\tinvalid\n' +
      '\ta\tinvalid\nbad\ta\tinvalid\n/p\ta\tinvalid\ta b\n',
  );
  expect(reasons).toEqual(['contains no robots.txt', 'contains no URL', 'not a URL', 'names no valid crawler']);
});

test('the path of a URL is compared as in the whole URL', () => {
  const body = 'User-agent: *\nDisallow: /p\nDisallow: //\nDisallow: /*q\nAllow: /p/*q$\n';
  const rulesByDialect = (Object.keys(dialects) as DialectName[]).map((dialect) => rulesOf(body, ['a'], { dialect }));
  const filter = new BlockFilter({ format: { ...NDJSON, print: 'verdicts' }, crawlers: ['a'] });
  const piece = fc.constantFrom(...['/', '\\', '\t', '\0', ' ', '.', '..', '%2F', 'p', 'q', '?', ';', '#', '@', '\u00e9']);
  const urls = fc
    .array(piece, { maxLength: 6 })
    .map((pieces) => `https://a.example${['', ...pieces].join('/').replaceAll('//', '/')}`);
  const adjacent = fc.array(piece, { maxLength: 6 }).map((all) => `https://a.example/${all.join('')}`);
  fc.assert(
    fc.property(fc.oneof(urls, adjacent), (url) => {
      for (const rules of rulesByDialect) {
        const { bytes } = filter.filter(Buffer.from(JSON.stringify({ url })), () => rules);
        expect(JSON.parse(bytes.toString()).verdict, url).toBe(outcomeOf(rules, url));
      }
    }),
    { numRuns: runs(3000) },
  );
});

test('rows of NDJSON: a name that is not text is invalid, and null stands for none', () => {
  const columns = { url: 'url', agent: 'who' };
  const rows = [null, '', 'b', 5, true, ['b'], {}, 'b c', 'b,c'].map((who) => ({ url: '/q', who }));
  const filter = new BlockFilter({ format: { ...NDJSON, columns }, crawlers: ['a'] });
  const input = rows.map((row) => JSON.stringify(row)).join('\n');
  const { bytes, invalid } = filter.filter(Buffer.from(input), (_row, crawlers) => rulesOf(ROBOTS, crawlers));
  const printed = bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(printed.map(({ token, verdict }) => [token, verdict])).toEqual([
    ['a', 'allowed'],
    ['a', 'allowed'],
    ['b', 'disallowed'],
    ...Array.from({ length: 6 }, () => ['a', 'invalid']),
  ]);
  expect(invalid.map(({ reason }) => reason)).toEqual(Array.from({ length: 6 }, () => 'names no valid crawler'));
});

test.each(PRINTS.filter((print) => !print.endsWith('urls')))('a row that names no valid crawler is printed: %s', (print) => {
  const columns = { url: 0, agent: 1 };
  const header = 'url,who';
  const format = { name: 'csv', columns, header, lineEnd: '\n', print } as const;
  const filter = new BlockFilter({ format, crawlers: ['a'] });
  const { bytes } = filter.filter(Buffer.from('/x,b c\n'), () => rulesOf(ROBOTS, ['a']));
  expect(bytes.toString()).toMatch(/invalid.*\n$/);
});

test('rows of CSV: the name of a crawler is quoted if it has a quote', () => {
  const format = { name: 'csv', columns: { url: 0, agent: 1 }, header: 'url,who', lineEnd: '\n', print: 'rows' } as const;
  const filter = new BlockFilter({ format, crawlers: ['a'] });
  const { bytes } = filter.filter(Buffer.from('/x,"""b"\n/x,"b,c"\n'), (_row, crawlers) => rulesOf(ROBOTS, crawlers));
  expect(bytes.toString()).toBe('/x,"""b","""b",allowed\n/x,"b,c",a,invalid\n');
});

test.each<readonly [name: string, format: RowShape, row: string, reason: string]>([
  ['text', NDJSON, 'https://a.example/', 'not a JSON object'],
  ['an array', NDJSON, '["/p"]', 'not a JSON object'],
  ['a cut object', NDJSON, '{"url":"/p"', 'not a JSON object'],
  ['an empty line', NDJSON, '', 'not a JSON object'],
  ['bytes that are not UTF-8', NDJSON, '{"url":"/\xff"}', 'not UTF-8'],
  ['no URL', NDJSON, '{}', 'contains no URL'],
  ['null', NDJSON, '{"url":null}', 'contains no URL'],
  ['an empty URL', NDJSON, '{"url":""}', 'contains no URL'],
  ['a number', NDJSON, '{"url":5}', 'the URL is not text'],
  ['an array of URLs', NDJSON, '{"url":["/p"]}', 'the URL is not text'],
  ['a URL of two lines', NDJSON, '{"url":"/p\\n/q"}', 'the URL has several lines'],
  ['misplaced quotes', CSV, '1,"/p"x', 'not valid CSV'],
  ['an additional cell', CSV, '1,/p,', 'has more columns than the header'],
  ['a missing cell', CSV, '1', 'contains no URL'],
  ['an empty cell', CSV, '1,', 'contains no URL'],
  ['a URL of two lines', CSV, '1,"/p\n/q"', 'the URL has several lines'],
])('the reason of an invalid row: %s', (_name, format, row, reason) => {
  const filter = new BlockFilter({ format, crawlers: ['a'] });
  const { invalid } = filter.filter(Buffer.from(`${row}\n`, 'latin1'), () => rulesOf(ROBOTS, ['a']));
  expect(invalid.map((row) => row.reason)).toEqual([reason]);
});

test('rows that name a known crawler are checked as its operator documents', () => {
  const columns = { robotsTxt: 'r', url: 'url', crawler: 'who' };
  const row = (who: string) => JSON.stringify({ r: 'User-agent: *\nDisallow: /', url: '/', who });
  const rows = [row('AdsBot-Google'), row('Bingbot'), row(''), row('Unknown')].join('\n');
  const { text } = filteredByRow(rows, { ...NDJSON, columns }, 'verdicts');
  const verdicts = text.trimEnd().split('\n');
  expect(verdicts.map((line) => JSON.parse(line).verdict)).toEqual(['allowed', 'disallowed', 'disallowed', 'invalid']);
});
