import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { warcRecord } from '../../../../test/support/warc.js';
import { MOST_RECORD_BYTES } from '../../src/archive/entry.js';
import { ByteReader, nextRecord } from '../../src/archive/warc-record.js';

const URL = 'http://a.example/robots.txt';

/** In the smallest pieces there are. */
function tapeOf(bytes: Uint8Array): ByteReader {
  return new ByteReader(
    new Uint8Array(),
    Array.from(bytes, (byte) => Uint8Array.of(byte)),
  );
}

test.each(['1.0', '1.1'])(
  'ISO 28500 4: records of WARC/%s, wherever the pieces end',
  async (version) => {
    const one = warcRecord({ url: URL, body: 'one', version });
    const two = warcRecord({
      url: `<${URL}>`,
      body: '',
      version,
      warcFields: 'WARC-Truncated: length\r\n',
    });
    const reader = tapeOf(Buffer.concat([one, two]));
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
  },
);

test('a record that is cut, wherever', async () => {
  const whole = warcRecord({ url: URL, body: 'body' });
  for (let length = 1; length < whole.length - 4; length += 1) {
    expect(await nextRecord(new ByteReader(whole.subarray(0, length)))).toEqual({ kind: 'cut' });
  }
});

test.each([
  'WARC/2.0\r\nContent-Length: 0\r\n\r\n',
  'WARC/1.0\r\nContent-Length: -1\r\n\r\n',
  'x'.repeat(70_000),
])('what is no record: %.20s', async (text) => {
  expect(await nextRecord(new ByteReader(Buffer.from(text)))).toEqual({ kind: 'broken' });
});

test('of a block that is too long the beginning is kept, and what follows it is read', async () => {
  const long = warcRecord({ url: URL, body: Buffer.alloc(MOST_RECORD_BYTES + 1) });
  const reader = new ByteReader(Buffer.concat([long, warcRecord({ url: URL, body: 'next' })]));
  const record = await nextRecord(reader);
  expect('block' in record && [record.block.length, record.truncated]).toEqual([
    MOST_RECORD_BYTES,
    true,
  ]);
  expect(await nextRecord(reader)).toMatchObject({ kind: 'record', truncated: false });
});
