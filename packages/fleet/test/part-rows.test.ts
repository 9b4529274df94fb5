import { byteText } from '@repkit/bulk/blocks';
import { expect, test } from 'vitest';
import { partRows, readPartRow, tsvRow } from '../src/part-rows.js';

function row(line: string): string {
  const { head } = partRows.read(line);
  return head + partRows.answer('GPTBot', 'allowed') + partRows.end;
}

test('a line and its verdict are an object, and come back', () => {
  const text = row(byteText('17\thttp://\u00e9.example/"\\\x1b'));
  expect(text).toBe(
    byteText(
      '{"line":17,"url":"http://\u00e9.example/\\"\\\\\\u001b","token":"GPTBot","verdict":"allowed"}\n',
    ),
  );
  const read = readPartRow(text.trimEnd());
  expect(read?.line).toBe(17);
  expect(tsvRow(read ?? { line: 0, json: '' })).toBe(
    byteText('http://\u00e9.example/"\\\x1b\tGPTBot\tallowed'),
  );
  expect(partRows.read('17\thttp://a.example/\t1').url).toBe('http://a.example/\t1');
});

test('bytes that are not UTF-8 stand for themselves', () => {
  const read = readPartRow(row('1\t\xff').trimEnd());
  expect(JSON.parse(Buffer.from(read?.json ?? '', 'latin1').toString()).url).toBe('\xff');
});

test.each(['', '{"line":1,"url":"http://a.example/","tok', '{"line":0,"url":""}', 'null'])(
  '%j is no row',
  (text) => {
    expect(readPartRow(text)).toBeUndefined();
  },
);
