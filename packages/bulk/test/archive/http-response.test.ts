import { Buffer } from 'node:buffer';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readHttpResponse } from '../../src/archive/http-response.js';

const BODY = 'User-agent: *\nDisallow: /private/\n';

function read(fields: string, body: string | Uint8Array = BODY) {
  const head = Buffer.from(`HTTP/1.1 200 OK\r\n${fields}\r\n`);
  return readHttpResponse(Buffer.concat([head, Buffer.from(body as string)]));
}

const bodyOf = (fields: string, body?: string | Uint8Array) => read(fields, body)?.body.toString();

test('reads status, location and body', () => {
  expect(read('Location: /b\r\n')).toMatchObject({ status: 200, location: '/b' });
  expect(bodyOf('Server: x\r\n')).toBe(BODY);
  expect(readHttpResponse(Buffer.from('HTTP/1.0 404 \n\nno'))?.status).toBe(404);
  expect(readHttpResponse(Buffer.from('HTTP/2 503'))).toMatchObject({ status: 503 });
});

test('rejects bytes without a status line', () => {
  expect(readHttpResponse(Buffer.from(`${BODY}\r\n\r\n`))).toBe(undefined);
});

describe('RFC 9112 7.1: chunk headers', () => {
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const chunks = `10;ext=1\r\n${BODY.slice(0, 16)}\r\n${(BODY.length - 16).toString(16)}\r\n${BODY.slice(16)}\r\n0\r\n\r\n`;

  test('are removed', () => expect(bodyOf(chunked, chunks)).toBe(BODY));
  test('can be missing if they were removed before archiving', () => {
    expect(bodyOf(chunked, BODY)).toBe(BODY);
  });
  test('a cut body yields what was received', () => {
    expect(bodyOf(chunked, chunks.slice(0, 40))).toBe(BODY.slice(0, 24));
    expect(bodyOf(chunked, '5\r\nabcde\r\nnonsense')).toBe('abcde');
  });
});

describe('RFC 9110 8.4: content codings', () => {
  test.each([
    ['gzip', gzipSync(BODY)],
    ['x-gzip', gzipSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['deflate', deflateRawSync(BODY)],
    ['deflate, GZIP', gzipSync(deflateSync(BODY))],
    ['unheard-of', BODY],
  ])('%s', (coding, body) => expect(bodyOf(`Content-Encoding: ${coding}\r\n`, body)).toBe(BODY));

  test.each(['gzip', 'br', 'deflate'])(
    'a body that is labeled %s but not encoded is unchanged',
    (coding) => {
      expect(bodyOf(`Content-Encoding: ${coding}\r\n`)).toBe(BODY);
      expect(bodyOf(`X-Crawl-Content-Encoding: ${coding}\r\n`)).toBe(BODY);
    },
  );

  test('a cut body yields what was received', () => {
    const long = BODY.repeat(999);
    const cut = bodyOf('Content-Encoding: gzip\r\n', gzipSync(long).subarray(0, 150));
    expect(cut?.length).toBeGreaterThan(1000);
    expect(long.startsWith(`${cut}`)).toBe(true);
  });

  test('a body that decodes to too much is unchanged', () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    expect(read('Content-Encoding: gzip\r\n', bomb)?.body.length).toBe(bomb.length);
  });
});
