import { expect, test } from 'vitest';
import { type FilterOptions, filterUrls } from '../../src/filter/filter-urls.js';
import type { RowsOptions } from '../../src/rows/rows.js';
import { all, pieces } from '../support/blocks.js';
import { fakeSystem } from '../support/system.js';

const RULES = {
  kind: 'robots',
  bytes: Buffer.from('User-agent: *\nDisallow: /p\n'),
  overrides: {},
} as const;

function options(input: string, changes: Partial<FilterOptions> = {}): FilterOptions {
  const rows = { name: 'tsv' } as const;
  return { input: pieces(input), rows, rules: RULES, crawlers: ['*'], ...changes };
}

async function filtered(options: FilterOptions) {
  const blocks = await all(filterUrls(options, fakeSystem()));
  const text = Buffer.concat(blocks.map(({ bytes }) => bytes)).toString();
  const invalidLines = blocks.flatMap(({ invalidRows, linesBefore }) => invalidRows.map(({ line }) => linesBefore + line));
  const lines = blocks.reduce((sum, block) => sum + block.lines, 0);
  return { text, invalidLines, lines };
}

const csv = (hasHeader: boolean, column?: string): RowsOptions => ({
  name: 'csv',
  columns: { url: column },
  hasHeader,
});
const tsv: RowsOptions = { name: 'tsv' };
const only = 'disallowed-urls';

const ROWS: readonly (readonly [
  name: string,
  rows: RowsOptions,
  input: string,
  text: string,
  /** Numbers of the invalid lines, and the number of lines. */
  invalidLines: readonly number[],
  lines: number,
  print?: 'disallowed-urls',
])[] = [
  ['no input', tsv, '', '', [], 0],
  [
    'rows in several blocks',
    tsv,
    '/p\nbad\n/x\nbad\n',
    '/p\t*\tdisallowed\nbad\t*\tinvalid\n/x\t*\tallowed\nbad\t*\tinvalid\n',
    [2, 4],
    4,
  ],
  ['a byte order mark', tsv, '\ufeff/p\n', '/p\t*\tdisallowed\n', [], 1],
  [
    'a byte-order mark before a header of two lines',
    csv(true),
    '\ufeff"i\nd",url\n1,/p\n',
    '"i\nd",url,token,verdict\n1,/p,*,disallowed\n',
    [],
    3,
  ],
  ['a byte-order mark before a row of CSV', csv(false), '\ufeff/p\n', '/p,*,disallowed\n', [], 1],
  ['only selected URLs', tsv, '/p\n/x\n', '/p\n', [], 2, only],
  ['CSV without input', csv(true), '', '', [], 0],
  ['CSV without input, for a column', csv(true, 'link'), '', '', [], 0],
  ['a header', csv(true), 'id,url\n1,/p\n', 'id,url,token,verdict\n1,/p,*,disallowed\n', [], 2],
  ['a header without a line end', csv(true), 'id,url', 'id,url,token,verdict\n', [], 1],
  ['a header of two lines', csv(true), '"i\nd",url\n1,bad\n', '"i\nd",url,token,verdict\n1,bad,*,invalid\n', [3], 3],
  ['a header, only selected URLs', csv(true), 'id,url\nbad,bad\n1,/p\n', '/p\n', [2], 3, only],
  ['a column by its name', csv(true, 'link'), 'link,url\n/p,/x\n', 'link,url,token,verdict\n/p,/x,*,disallowed\n', [], 2],
  ['CSV without a header', csv(false, '2'), 'url,/p\n', 'url,/p,*,disallowed\n', [], 1],
];

for (const [name, rows, input, text, invalidLines, lines, selected] of ROWS) {
  test(`writes verdicts and numbers lines: ${name}`, async () => {
    const found = await filtered(options(input, { rows, print: selected }));
    expect(found).toEqual({ text, invalidLines, lines });
  });
}

test('checks live rules on one thread', async () => {
  const rules = {
    kind: 'live',
    accessFor: async (url: string) => ({ kind: new URL(url).host === 'a.example' ? 'forbidden' : 'unavailable' }) as const,
    overrides: {},
    concurrency: 2,
  } as const;
  const { text } = await filtered(options('http://a.example/\nhttp://b.example/\n', { rules }));
  expect(text).toBe('http://a.example/\t*\tdisallowed\nhttp://b.example/\t*\tallowed\n');
});

test('reads no more blocks than fit into memory with their output', async () => {
  let read = 0;
  async function* input() {
    for (;;) {
      read += 1;
      yield Buffer.from(`${'x'.repeat(1_000_000)}\n`);
    }
  }
  const crawlers = Array.from({ length: 30 }, () => 'a');
  const run = { input: input(), crawlers, threads: 4 };
  for await (const _ of filterUrls(options('', run), fakeSystem())) break;
  expect(read).toBe(3);
});

test('closes the input when the consumer stops', async () => {
  let isClosed = false;
  async function* input() {
    try {
      for (;;) yield Buffer.from('/p\n');
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of filterUrls(options('', { input: input() }), fakeSystem())) break;
  expect(isClosed).toBe(true);
});
