import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { warcRecord } from '../../../../test/support/warc.js';
import { MAX_RECORD_BYTES } from '../../src/archive/entry.js';
import { ByteReader, nextRecord } from '../../src/archive/warc-record.js';

const URL = 'http://a.example/robots.txt';

/** Reads one byte per chunk. */
function readerOf(bytes: Uint8Array): ByteReader {
  return new ByteReader(Array.from(bytes, (byte) => Uint8Array.of(byte)));
}

test.each(['0.17', '0.18', '1.0', '1.1'])('ISO 28500 4: reads records of WARC/%s across chunk boundaries', async (version) => {
  const one = warcRecord({ url: URL, body: 'one', version });
  const two = warcRecord({
    url: `<${URL}>`,
    body: '',
    version,
    warcFields: 'WARC-Truncated: length\r\n',
  });
  const reader = readerOf(Buffer.concat([one, two]));
  const first = await nextRecord(reader);
  expect(first).toMatchObject({
    kind: 'record',
    start: 0,
    type: 'response',
    url: URL,
    truncated: false,
  });
  expect('block' in first && first.block.toString()).toBe('HTTP/1.1 200 OK\r\n\r\none');
  expect(await nextRecord(reader)).toMatchObject({
    start: one.length,
    url: URL,
    truncated: true,
  });
  expect(await nextRecord(reader)).toEqual({ kind: 'end' });
});

test('recognizes a cut record at every length', async () => {
  const whole = warcRecord({ url: URL, body: 'body' });
  for (let length = 1; length < whole.length - 4; length += 1) {
    expect(await nextRecord(new ByteReader([whole.subarray(0, length)]))).toEqual({ kind: 'cut' });
  }
});

test.each(['WARC/2.0\r\nContent-Length: 0\r\n\r\n', 'WARC/1.0\r\nContent-Length: -1\r\n\r\n', 'x'.repeat(70_000)])(
  'rejects %.20s',
  async (text) => {
    expect(await nextRecord(new ByteReader([Buffer.from(text)]))).toEqual({ kind: 'broken' });
  },
);

test.each([
  ['a field continues on the next line', `WARC-Target-URI:\r\n ${URL}\r\n`],
  ['the type is in upper case', `WARC-Type: RESPONSE\r\nWARC-Target-URI: ${URL}\r\n`],
])('ISO 28500 4: %s', async (_, fields) => {
  const text = `WARC/1.0\r\nWARC-Type: response\r\n${fields}Content-Length: 2\r\n\r\nok\r\n\r\n`;
  expect(await nextRecord(new ByteReader([Buffer.from(text)]))).toMatchObject({ type: 'response', url: URL, truncated: false });
});

test.each([
  ['2 bytes too short', -2, true],
  ['2 bytes too long', 2, false],
  ['7 bytes too long', 7, true],
  ['right', 0, false],
])('a length that is %s', async (_, error, truncated) => {
  const whole = warcRecord({ url: URL, body: 'User-agent: *' }).toString();
  const text = whole.replace(/Content-Length: (\d+)/, (_field, length: string) => `Content-Length: ${Number(length) + error}`);
  const reader = readerOf(Buffer.from(text + whole));
  expect(await nextRecord(reader)).toMatchObject({ kind: 'record', truncated });
});

test('ISO 28500 7: a record that continues in another one is not whole', async () => {
  const first = warcRecord({ url: URL, body: 'one', warcFields: 'WARC-Segment-Number: 1\r\n' });
  expect(await nextRecord(new ByteReader([first]))).toMatchObject({ truncated: true });
});

test('cuts a block that is too long and continues after it', async () => {
  const long = warcRecord({ url: URL, body: Buffer.alloc(MAX_RECORD_BYTES + 1) });
  const reader = new ByteReader([long, warcRecord({ url: URL, body: 'next' })]);
  const record = await nextRecord(reader);
  expect('block' in record && [record.block.length, record.truncated]).toEqual([MAX_RECORD_BYTES, true]);
  expect(await nextRecord(reader)).toMatchObject({ kind: 'record', truncated: false });
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('skips bytes inside and beyond the current chunk', async () => {
  const reader = new ByteReader([bytes('ab'), bytes('cd'), bytes('ef')]);
  expect(await reader.skip(3)).toBe(true);
  expect([reader.bytes.toString(), reader.taken]).toEqual(['d', 3]);
  expect(await reader.fetch()).toBe(true);
  expect(reader.bytes.toString()).toBe('def');
  expect(await reader.fetch()).toBe(false);
  expect(await reader.skip(4)).toBe(false);
  expect(reader.taken).toBe(6);
});

test('close() closes the input', async () => {
  let isClosed = false;
  async function* more() {
    try {
      yield bytes('a');
      yield bytes('b');
    } finally {
      isClosed = true;
    }
  }
  const reader = new ByteReader(more());
  await reader.fetch();
  await reader.close();
  expect(isClosed).toBe(true);
});
