import { expect, test } from 'vitest';
import { byteText, utf8Text } from '../../src/bytes/bytes.js';
import { BlockFilter } from '../../src/filter/block-filter.js';
import { csvBlocks, csvShape, outputHeader, splitHeader } from '../../src/rows/csv.js';
import { all, constantRules, joined, pieces } from '../support/blocks.js';

const ROWS = '/a,"x\ny",1\n/b,"quote "" and, comma",2\r\n"/c",z"z,3\n\n/é,,\n/d,"unclosed,4\n/e,5\n';

const shapeOf = (header?: string, url?: string) => csvShape(header, { url }, 'rows');

async function filtered(input: string, size: number, header?: string, column?: string) {
  const filter = new BlockFilter({ format: shapeOf(header, column), crawlers: ['a'] });
  let text = '';
  let lines = 0;
  const invalid: string[] = [];
  for await (const bytes of csvBlocks(pieces(input, size))) {
    const result = filter.filter(bytes, () => constantRules('allowed'));
    text += result.bytes.toString('latin1');
    invalid.push(...result.invalid.map((row) => `${lines + row.line} ${row.text}`));
    lines += result.lines;
  }
  return { text: utf8Text(text), invalid, lines };
}

test('RFC 4180 2: reads rows with line ends, commas and quotes in values, whatever the chunks', async () => {
  for (let size = 1; size <= ROWS.length + 3; size += 2) {
    expect(await filtered(ROWS, size)).toEqual({
      text:
        '/a,"x\ny",1,a,allowed\n/b,"quote "" and, comma",2,a,allowed\n"/c",z"z,3,a,allowed\n' +
        ',a,invalid\n/é,,,a,allowed\n"/d,""unclosed,4",a,invalid\n/e,5,a,allowed\n',
      invalid: ['5 ', '7 /d,"unclosed,4'],
      lines: 8,
    });
  }
  const { text } = await filtered('"/f"x,6\n/g\n', 4);
  expect(text).toBe('"""/f""x,6",a,invalid\n/g,a,allowed\n');
});

test('a quote that is not closed within 1 MiB invalidates only its line', async () => {
  const row = `/${'c'.repeat(98)}\n`;
  const input = `/a,"b\n${row.repeat(15_000)}/d,"e"\n`;
  const { invalid, lines } = await filtered(input, 65_536);
  expect({ invalid, lines }).toEqual({ invalid: ['1 /a,"b'], lines: 15_002 });
});

test('finds the column by name or number, with CRLF', async () => {
  const shape = shapeOf('id,"the ""url"""\r\n', 'the "url"');
  expect(shape).toMatchObject({
    columns: { url: 1 },
    header: 'id,"the ""url"""',
    lineEnd: '\r\n',
  });
  expect(shapeOf('id,url\n').columns.url).toBe(1);
  expect(shapeOf('id,url\n', '1').columns.url).toBe(0);
  expect(shapeOf('id,2,1\n', '2').columns.url).toBe(1);
  expect(shapeOf()).toMatchObject({ columns: { url: 0 }, header: undefined });
  expect(shapeOf(undefined, '3').columns.url).toBe(2);
});

test.each([
  ['id,link\n', undefined, 'no column "url". Choose one of "id", "link"'],
  ['id,link\n', '3', 'no column "3"'],
  ['', undefined, 'no column "url"'],
  [undefined, 'url', 'must be a number'],
  ['\xff\xfei\0d\0,\0u\0r\0l\0\n', undefined, 'The input is UTF-16.'],
])('a missing column is an error: %j %j', (header, column, sentence) => {
  expect(() => shapeOf(header, column)).toThrow(sentence);
});

test('pads short rows, skips repeated headers and rejects long rows and URLs with line ends', async () => {
  const input = '1\n\xef\xbb\xbfid,url,x\n1,/a\n2,"/b\nc",\n3,/d,allowed,"b"\n';
  const { text, invalid, lines } = await filtered(utf8Text(input) ?? '', 5, 'id,url,x\n');
  expect(text).toBe('1,,,a,invalid\n1,/a,,a,allowed\n2,"/b\nc",,a,invalid\n"3,/d,allowed,""b""",,,a,invalid\n');
  expect(invalid).toEqual(['1 1', '4 2,"/b\nc",', '6 3,/d,allowed,"b"']);
  expect(lines).toBe(6);
});

test('separates the header from the rows', async () => {
  for (const size of [1, 4, 100]) {
    const { header, rest } = await splitHeader(csvBlocks(pieces('a,"b\nc"\r\n/x\n/y', size)));
    expect(header).toBe('a,"b\nc"\r\n');
    expect(outputHeader(shapeOf(header, '1'))).toBe('a,"b\nc",token,verdict\r\n');
    expect(await joined(rest)).toBe('/x\n/y');
  }
  const { header, rest } = await splitHeader(csvBlocks(pieces('')));
  expect({ header, rest: await joined(rest) }).toEqual({ header: '', rest: '' });
  expect(outputHeader(shapeOf('url'))).toBe('url,token,verdict\n');
});

test('blocks are whole rows and lose nothing', async () => {
  for (const size of [1, 2, 7, 30]) {
    const blocks = (await all(csvBlocks(pieces('a,"\n\n"\n\n"b"\n"c\n"', size)))).map((bytes) => Buffer.from(bytes).toString());
    expect(blocks.join('')).toBe('a,"\n\n"\n\n"b"\n"c\n"');
    expect(blocks[0]?.startsWith('a,"\n\n"\n')).toBe(true);
  }
  expect(byteText('é')).toBe('\xc3\xa9');
});

test.each([
  [['/a,"', 'x\n'.repeat(100), 'y"\n']],
  [['/a,"', 'x\n'.repeat(100), 'y"', '\n']],
  [['/a,"xx\n', 'y""\n', '"\n']],
  [['/a,xxxxxx', 'y\n']],
])('yields a row of several chunks before it reads further: %j', async (chunks) => {
  let isWaiting = false;
  async function* input() {
    yield* chunks.map((text) => Buffer.from(text));
    isWaiting = true;
    yield Buffer.from('/b\n');
  }
  const { value } = await csvBlocks(input()).next();
  expect(Buffer.from(value ?? []).toString()).toBe(chunks.join(''));
  expect(isWaiting).toBe(false);
});

test('rejects endless input without a line feed', async () => {
  const piece = new Uint8Array(8 * 1024 * 1024).fill(0x61);
  async function* endless() {
    for (;;) yield piece;
  }
  await expect(csvBlocks(endless()).next()).rejects.toThrow('A line is longer than');
});

test.each([
  ['one line', '/a,', 'x'.repeat(65_536), 'A line is longer than'],
  ['a quoted line', '/a,"', 'x'.repeat(65_536), 'A line is longer than'],
  ['quoted lines', '/a,"', `${'x'.repeat(1023)}\n`.repeat(64), undefined],
])('a row of 100 MB takes little memory: %s', async (_, start, repeated, sentence) => {
  const piece = Buffer.from(repeated);
  let held = 0;
  let most = 0;
  async function* row() {
    yield Buffer.from(start);
    for (let read = 0; read < 100e6; read += piece.length) {
      held += piece.length;
      most = Math.max(most, held);
      yield piece;
    }
  }
  const read = async (): Promise<void> => {
    for await (const block of csvBlocks(row())) held -= block.length;
  };
  const error = await read().then(
    () => undefined,
    ({ message }: Error) => message,
  );
  if (sentence === undefined) expect(error).toBeUndefined();
  else expect(error).toContain(sentence);
  expect(most).toBeLessThan(17 * 1024 * 1024);
});
