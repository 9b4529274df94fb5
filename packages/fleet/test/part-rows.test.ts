import { byteText } from '@repkit/bulk/blocks';
import { expect, test } from 'vitest';
import {
  partFile,
  partFolder,
  partRows,
  readPartRow,
  runFolder,
  tsvRow,
} from '../src/part-rows.js';

function row(line: string): string {
  const { head } = partRows.read(line);
  return head + partRows.verdict('GPTBot', 'allowed') + partRows.end;
}

test('rows survive a round trip', () => {
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

test('invalid UTF-8 is written as one character per byte', () => {
  const read = readPartRow(row('1\t\xff').trimEnd());
  expect(JSON.parse(Buffer.from(read?.json ?? '', 'latin1').toString()).url).toBe('\xff');
});

test.each(['', '{"line":1,"url":"http://a.example/","tok', '{"line":0,"url":""}', 'null'])(
  'rejects %j',
  (text) => {
    expect(readPartRow(text)).toBeUndefined();
  },
);

test('the path of a part contains its run and piece', () => {
  const identity = {
    digest: '0123456789abcdef',
    bytes: 1,
    pieceUrls: 1,
    policy: 'google',
    dialect: 'google',
    productTokens: [],
  };
  const folder = runFolder('parts', 'june', identity);
  expect(folder).toMatch(/^parts\/june-[0-9a-f]{12}$/);
  expect(runFolder('parts', 'june', { ...identity })).toBe(folder);
  for (const other of [{ digest: 'f' }, { productTokens: ['a'] }, { policy: 'rfc9309' }]) {
    expect(runFolder('parts', 'june', { ...identity, ...other })).not.toBe(folder);
  }
  expect(partFolder('run', 12_345)).toBe('run/0012');
  expect(partFile('run', 12_345)).toBe('run/0012/0012345.ndjson');
});
