import { expect, test } from 'vitest';
import { BlockFilter } from '../../src/filter/block-filter.js';
import { byteText, utf8Text } from '../../src/input/blocks.js';
import { answeredHeader, csvBlocks, csvRows, csvShape, splitHeader } from '../../src/rows/csv.js';
import { rulesWithout } from '../../src/rules/rules.js';
import { all, joined, pieces } from '../support/blocks.js';

const ROWS =
  '/a,"x\ny",1\n/b,"quote "" and, comma",2\r\n"/c",z"z,3\n\n/é,,\n/d,"unclosed,4\n/e,5\n';

async function filtered(input: string, size: number, header?: string, column?: string) {
  const shape = csvShape(header, column);
  const filter = new BlockFilter({ format: csvRows(shape), productTokens: ['a'] });
  let text = '';
  let lines = 0;
  const bad: string[] = [];
  for await (const bytes of csvBlocks(pieces(input, size))) {
    const result = filter.filter(bytes, () => rulesWithout('allowed'));
    text += result.bytes.toString('latin1');
    bad.push(...result.bad.map((row) => `${lines + row.line} ${row.text}`));
    lines += result.lines;
  }
  return { text: utf8Text(text), bad, lines };
}

test('RFC 4180 2: rows with line ends, commas and quotes in them, wherever the input is cut', async () => {
  for (let size = 1; size <= ROWS.length + 3; size += 2) {
    expect(await filtered(ROWS, size)).toEqual({
      text:
        '/a,"x\ny",1,a,allowed\n/b,"quote "" and, comma",2,a,allowed\n"/c",z"z,3,a,allowed\n' +
        ',a,invalid\n/é,,,a,allowed\n"/d,""unclosed,4",a,invalid\n/e,5,a,allowed\n',
      bad: ['5 ', '7 /d,"unclosed,4'],
      lines: 8,
    });
  }
  const { text } = await filtered('"/f"x,6\n/g\n', 4);
  expect(text).toBe('"""/f""x,6",a,invalid\n/g,a,allowed\n');
});

test('a quote that nothing closes within 1 MiB costs its line, and no other', async () => {
  const input = `/a,"b\n${'/c\n'.repeat(500_000)}/d,"e"\n`;
  const { bad, lines } = await filtered(input, 65_536);
  expect({ bad, lines }).toEqual({ bad: ['1 /a,"b'], lines: 500_002 });
});

test('the column by its name or number, with a byte-order mark before it and other line ends', async () => {
  const shape = csvShape('\xef\xbb\xbfid,"the ""url"""\r\n', 'the "url"');
  expect(shape).toEqual({ name: 'csv', column: 1, header: 'id,"the ""url"""', lineEnd: '\r\n' });
  expect(csvShape('id,url\n', undefined).column).toBe(1);
  expect(csvShape('id,url\n', '1').column).toBe(0);
  expect(csvShape('id,2,1\n', '2').column).toBe(1);
  expect(csvShape(undefined, undefined)).toMatchObject({ column: 0, header: undefined });
  expect(csvShape(undefined, '3').column).toBe(2);
});

test.each([
  ['id,link\n', undefined, 'no column "url": name one of "id", "link"'],
  ['id,link\n', '3', 'no column "3"'],
  ['', undefined, 'no column "url"'],
  [undefined, 'url', 'write --column 1'],
])('a column that is not there: %j %j', (header, column, sentence) => {
  expect(() => csvShape(header, column)).toThrow(sentence);
});

test('short rows are filled up, headers of further files are no rows, URLs are of one line', async () => {
  const input = '1\n\xef\xbb\xbfid,url,x\n1,/a\n2,"/b\nc",\n3,"/d",y,more\n';
  const { text, bad, lines } = await filtered(utf8Text(input) ?? '', 5, 'id,url,x\n');
  expect(text).toBe(
    '1,,,a,invalid\n1,/a,,a,allowed\n2,"/b\nc",,a,invalid\n3,"/d",y,more,a,allowed\n',
  );
  expect(bad).toEqual(['1 1', '4 2,"/b\nc",']);
  expect(lines).toBe(6);
});

test('the header and what follows it', async () => {
  for (const size of [1, 4, 100]) {
    const { header, rest } = await splitHeader(csvBlocks(pieces('a,"b\nc"\r\n/x\n/y', size)));
    expect(header).toBe('a,"b\nc"\r\n');
    expect(answeredHeader(header)).toBe('a,"b\nc",token,verdict\r\n');
    expect(await joined(rest)).toBe('/x\n/y');
  }
  const { header, rest } = await splitHeader(csvBlocks(pieces('')));
  expect({ header, rest: await joined(rest) }).toEqual({ header: '', rest: '' });
  expect(answeredHeader('url')).toBe('url,token,verdict\n');
});

test('blocks are whole rows and lose nothing', async () => {
  for (const size of [1, 2, 7, 30]) {
    const blocks = (await all(csvBlocks(pieces('a,"\n\n"\n\n"b"\n"c\n"', size)))).map((bytes) =>
      Buffer.from(bytes).toString(),
    );
    expect(blocks.join('')).toBe('a,"\n\n"\n\n"b"\n"c\n"');
    expect(blocks[0]?.startsWith('a,"\n\n"\n')).toBe(true);
  }
  expect(byteText('é')).toBe('\xc3\xa9');
});

test('input without a line feed is given up before it takes all memory', async () => {
  const piece = new Uint8Array(8 * 1024 * 1024).fill(0x61);
  async function* endless() {
    for (;;) yield piece;
  }
  await expect(csvBlocks(endless()).next()).rejects.toThrow('a line is longer than');
});
