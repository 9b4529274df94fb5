import { Buffer } from 'node:buffer';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyCases } from '../../../../test/support/body-cases.js';
import { readHttpResponse } from '../../src/archive/http-response.js';

const BODY = 'User-agent: *\nDisallow: /private/\n';

function read(fields: string, body: string | Uint8Array = BODY, isCut = false) {
  const head = Buffer.from(`HTTP/1.1 200 OK\r\n${fields}\r\n`);
  return readHttpResponse(Buffer.concat([head, Buffer.from(body as string)]), isCut);
}

const readText = (text: string) => readHttpResponse(Buffer.from(text), false);

/** Returns the text, or why it is unreadable. */
async function bodyOf(fields: string, body?: string | Uint8Array, isCut?: boolean) {
  const response = await read(fields, body, isCut);
  return response?.unreadable ?? Buffer.from(response?.body ?? []).toString();
}

test('reads status, location and body', async () => {
  expect(await read('Location: /b\r\n')).toMatchObject({ status: 200, location: '/b' });
  expect(await bodyOf('Server: x\r\n')).toBe(BODY);
  expect((await readText('HTTP/1.0 404 \n\nno'))?.status).toBe(404);
  expect(await readText('HTTP/2 503')).toMatchObject({ status: 503 });
});

test.each(['\r\n\r\n', '\n\n', '\n\r\n', '\r\n\n'])('RFC 9112 2.2: the head ends at the first empty line: %j', async (end) => {
  const body = 'User-agent: *\r\nDisallow: /\r\n\r\nUser-agent: a\n\nDisallow:\n';
  const response = await readText(`HTTP/1.1 404\nLocation: /b${end}${body}`);
  expect(response).toMatchObject({ status: 404, location: '/b' });
  expect(Buffer.from(response?.body ?? []).toString()).toBe(body);
});

test.each(['\r\n ', '\n\t', '\r\n \r\n  '])('RFC 9112 5.2: a field may continue on the next line: %j', async (fold) => {
  expect(await read(`Location:${fold}/b\r\n`)).toMatchObject({ location: '/b' });
  expect(await bodyOf(`Content-Encoding:${fold}gzip\r\n`, gzipSync(BODY))).toBe(BODY);
});

test('white space in a field is read in linear time', async () => {
  const value = `/a${' '.repeat(4_000_000)}b`;
  expect((await read(`Location:  ${value}  \r\n`))?.location).toBe(value);
});

test('rejects bytes without a status line', async () => {
  expect(await readText(`${BODY}\r\n\r\n`)).toBe(undefined);
});

const CUT = 'the body ends too early';

describe('RFC 9112 7.1: chunk headers', () => {
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const chunks = `10;ext=1\r\n${BODY.slice(0, 16)}\r\n${(BODY.length - 16).toString(16)}\r\n${BODY.slice(16)}\r\n0\r\n\r\n`;

  test('are removed', async () => expect(await bodyOf(chunked, chunks)).toBe(BODY));
  test('can be missing if they were removed before archiving', async () => {
    expect(await bodyOf(chunked, BODY)).toBe(BODY);
    expect(await bodyOf(chunked, '')).toBe('');
  });
  test.each([chunks.slice(0, 40), chunks.slice(0, -5), '5\r\nabcde\r\nnonsense'])('a cut body is unreadable', async (cut) =>
    expect(await bodyOf(chunked, cut)).toBe(CUT),
  );
});

describe('a cut body', () => {
  test('is unreadable', async () => {
    expect(await bodyOf('Content-Length: 34\r\n')).toBe(BODY);
    expect(await bodyOf('Content-Length: 35\r\n')).toBe(CUT);
    expect(await bodyOf('', BODY, true)).toBe(CUT);
    expect(await bodyOf('Content-Length: 10\r\n', '')).toBe(CUT);
  });
  test('counts beyond the parsing limit', async () => {
    const long = '#'.repeat(600_000);
    expect(await bodyOf('Content-Length: 700000\r\n', long, true)).toBe(long);
    const gzip = gzipSync(BODY.repeat(30_000), { level: 0 });
    const cut = await bodyOf('Content-Encoding: gzip\r\n', gzip.subarray(0, 600_000), true);
    expect(cut).toBe(BODY.repeat(30_000).slice(0, 512_001));
  });
  test('of a response without success does not count', async () => {
    const response = await readText('HTTP/1.1 404 No\r\nContent-Length: 9\r\n\r\n');
    expect(response).toMatchObject({ status: 404, unreadable: undefined });
  });
});

describe('RFC 9110 8.4: content codings', () => {
  test.each(bodyCases(BODY))('$name, $contentEncoding', async (row) => {
    const { body, contentEncoding, stored } = row;
    const fields = contentEncoding === undefined ? '' : `Content-Encoding: ${contentEncoding}\r\n`;
    const read = await bodyOf(fields, body);
    if (stored === 'text') expect(read).toBe(BODY);
    else expect(read).toMatch(/^the /);
  });

  test.each(['gzip', 'br'])('a length of the coded body does not count: %s', async (coding) => {
    const fields = `Content-Encoding: ${coding}\r\nContent-Length: 99\r\n`;
    expect(await bodyOf(fields)).toBe(BODY);
    expect(await bodyOf(`X-Crawl-${fields}`.replace(/Content-Length.*\r\n/, ''))).toBe(BODY);
  });

  test('a body that decodes to too much is read up to the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, '#'));
    const response = await read('Content-Encoding: gzip\r\n', bomb);
    expect(response?.body.length).toBe(8 * 1024 * 1024 + 1);
    const zlib = deflateSync(Buffer.alloc(20_000_000, '#'));
    expect(await bodyOf('Content-Encoding: deflate\r\n', zlib)).toMatch(/^the /);
  });

  test('a charset is decoded', async () => {
    const latin1 = Buffer.from('Disallow: /priv\xe9', 'latin1');
    expect(await bodyOf('Content-Type: text/plain; charset=iso-8859-1\r\n', latin1)).toBe('Disallow: /priv\u00e9');
    const br = brotliCompressSync(latin1);
    const fields = 'Content-Encoding: br\r\nContent-Type: text/plain; charset=latin1\r\n';
    expect(await bodyOf(fields, br)).toBe('Disallow: /priv\u00e9');
  });
});
