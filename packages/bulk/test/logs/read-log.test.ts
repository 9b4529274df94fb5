import { Buffer } from 'node:buffer';
import type { LogFields, LogRequest } from '@repkit/core/analysis';
import { expect, test } from 'vitest';
import { BlockReader, type LogLines, logBlocks } from '../../src/logs/read-log.js';
import { pieces } from '../support/blocks.js';

const line = (target: string, agent = 'ExampleBot/1.0') =>
  `192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${agent}"`;

async function read(log: string | Uint8Array, onlyFetches = false, size = 1000) {
  const requests: LogRequest[] = [];
  const unreadable: string[] = [];
  const handler = {
    request: (request: LogRequest) => void requests.push(request),
    unreadable: (bytes: Uint8Array) => void unreadable.push(Buffer.from(bytes).toString('latin1')),
  };
  const lines = { read: 0, unreadable: 0, isCut: false };
  const reader = new BlockReader();
  for await (const block of logBlocks('a.log', pieces(log, size))) {
    const part: LogLines = reader.read(block, handler, onlyFetches);
    lines.read += part.read;
    lines.unreadable += part.unreadable;
    lines.isCut = part.isCut;
  }
  return { lines, targets: requests.map(({ target }) => target), requests, unreadable };
}

test('every line is a request, a comment, or unreadable, wherever the log is cut', async () => {
  const log = `\ufeff${line('/a')}\r\nnot a request\n\n${line('/b')}\n\xff\x00\n${line('/c')}`;
  for (const size of [1, 7, 1000]) {
    expect(await read(log, undefined, size)).toMatchObject({
      lines: { read: 3, unreadable: 2, isCut: false },
      targets: ['/a', '/b', '/c'],
      unreadable: ['not a request', Buffer.from('\xff\x00').toString('latin1')],
    });
  }
});

test('bytes that are not ASCII are read as UTF-8', async () => {
  const log = Buffer.concat([Buffer.from(`${line('/caf\u00e9')}\n`), Buffer.from([0xff, 0x0a])]);
  expect(await read(log)).toMatchObject({ targets: ['/caf\u00e9'], unreadable: ['\xff'] });
});

test('a huge line is unreadable, and the lines around it are read', async () => {
  const log = `${line('/a')}\n${line('/b', 'x'.repeat(3_000_000))}\n${line('/c')}\n`;
  const { lines, targets } = await read(log, undefined, 64 * 1024);
  expect([lines.unreadable, ...targets]).toEqual([1, '/a', '/c']);
});

test('a log that ends in the middle of a line is cut', async () => {
  const { lines, unreadable } = await read(`${line('/a')}\n${line('/b').slice(0, -5)}`);
  expect(lines).toEqual({ read: 1, unreadable: 1, isCut: true });
  expect(unreadable).toEqual([line('/b').slice(0, -5)]);
});

test('a last field without a line end may be cut', async () => {
  const iis = '#Fields: date time c-ip cs-method sc-status cs-uri-stem\n2026-11-28 10:00:00 ::1 GET 200 /pri';
  expect(await read(iis)).toMatchObject({ lines: { read: 0, unreadable: 1, isCut: true } });
  expect(await read(`${iis}\n`)).toMatchObject({ lines: { read: 1, unreadable: 0, isCut: false } });
});

test('a last line of the combined format that ends after its size was cut', async () => {
  const common = line('/b').slice(0, -' "-" "ExampleBot/1.0"'.length);
  expect(await read(`${line('/a')}\n${common}`)).toMatchObject({ targets: ['/a'], unreadable: [common], lines: { isCut: true } });
  expect(await read(`${line('/a')}\n${common}\n`)).toMatchObject({ targets: ['/a', '/b'], unreadable: [] });
});

test('an address in front of that of the client is a host if most lines have one', async () => {
  const log = ['203.0.113.5', 'example.com', 'example.com'].map((host) => `${host} ${line('/a')}\n`).join('');
  const { requests } = await read(log);
  expect(requests.map(({ host, address }) => [host, address])).toEqual([
    ['203.0.113.5', '192.0.2.1'],
    ['example.com', '192.0.2.1'],
    ['example.com', '192.0.2.1'],
  ]);
});

test('only lines that name robots.txt are read, and headers', async () => {
  const log = `${line('/a')}\n${line('/robots.txt')}\n${line('/c')}\n`;
  expect((await read(log, true)).targets).toEqual(['/robots.txt']);
  const fields = '#Fields: date time c-ip cs-method cs-uri-stem sc-status';
  const entry = (path: string) => `2026-11-28 10:00:00 192.0.2.1 GET ${path} 200`;
  const iis = [fields, entry('/a'), entry('/robots.txt'), fields, entry('/c'), ''].join('\n');
  expect((await read(iis, true)).targets).toEqual(['/robots.txt']);
});

test('a header applies until the next one, wherever the log is cut', async () => {
  const entry = (fields: string) => `2026-11-28 10:00:00 ${fields} 200`;
  const iis = [
    ...[entry('192.0.2.1 GET /early'), '#Fields: date time c-ip cs-method cs-uri-stem sc-status'],
    ...[entry('192.0.2.1 GET /a'), entry('192.0.2.1 GET /b')],
    ...['#Fields: date time cs-method c-ip cs-uri-stem sc-status', entry('GET 192.0.2.1 /c')],
    ...[entry('GET 192.0.2.1 /d'), ''],
  ].join('\r\n');
  for (const size of [1, 30, 1000]) {
    expect(await read(iis, undefined, size)).toMatchObject({
      lines: { read: 4, unreadable: 1 },
      targets: ['/a', '/b', '/c', '/d'],
    });
  }
});

test('a log may have no requests', async () => {
  const check = line('/').replace('192.0.2.1', '-');
  expect((await read(`${check}\n`.repeat(1000))).lines).toMatchObject({ read: 0, unreadable: 1000 });
  expect(await read(`${check}\n`.repeat(1000) + line('/a'))).toMatchObject({ targets: ['/a'], lines: { unreadable: 1000 } });
});

test('a log without lines is complete, and a file in another format is an error', async () => {
  expect((await read('')).lines).toEqual({ read: 0, unreadable: 0, isCut: false });
  await expect(read('https://a.example/\n')).rejects.toThrow('The format of "a.log" is not recognized.');
});

test('fields that no request has are named', async () => {
  const entry = { time: '2026-11-28T10:00:00Z', ip: '192.0.2.1', method: 'GET', uri: '/a', status: 200 };
  const blocks = (fields: LogFields) => logBlocks('a.log', pieces(JSON.stringify(entry), 1000), fields);
  await expect(blocks({ url: 'uri' }).next()).resolves.toMatchObject({ done: false });
  await expect(blocks({ ip: 'client', url: 'uri' }).next()).rejects.toThrow(
    'No request in "a.log" has the fields that were named: ip=client, url=uri. Check their names.',
  );
});
