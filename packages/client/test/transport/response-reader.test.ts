import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, buildConnector } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { ResponseReader } from '../../src/transport/http-request.js';
import { type Answer, startRawServer } from '../support/raw-server.js';

/** Returns a reader of the response through a real dispatcher. */
async function read(answer: Answer) {
  const server = await startRawServer(answer);
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const reader = new ResponseReader(60_000);
  dispatcher.dispatch({ origin: server.origin, path: '/', method: 'GET' }, reader);
  return { server, dispatcher, reader };
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n';

test('data received before the connection was lost is read first', async () => {
  const { reader } = await read((socket) => socket.end(HEAD + 'a'.repeat(300_000)));
  await reader.head;
  await sleep(50);
  let length = 0;
  const result = (async () => {
    for await (const chunk of reader.body()) length += chunk.length;
  })();
  await expect(result).rejects.toThrow();
  expect(length).toBe(300_000);
});

test('an unread body is paused: the connection is not read beyond its buffers', async () => {
  let sent = 0;
  const { reader } = await read((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const send = () => {
      while (socket.write(Buffer.alloc(1 << 16)) && sent < 1e9) sent += 1 << 16;
    };
    socket.on('drain', send);
    send();
  });
  await reader.head;
  let before = -1;
  while (before < sent) {
    before = sent;
    await sleep(50);
  }
  expect(sent).toBeLessThan(64 << 20);
});

test('one-byte chunks are merged', async () => {
  const { reader } = await read((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.end(`${'1\r\na\r\n'.repeat(50_000)}0\r\n\r\n`);
  });
  await reader.head;
  let text = '';
  let chunks = 0;
  for await (const chunk of reader.body()) {
    text += Buffer.from(chunk).toString();
    chunks++;
  }
  expect(text).toBe('a'.repeat(50_000));
  expect(chunks).toBeLessThan(1000);
});

test('a reader that returns early closes the connection', async () => {
  const { server, reader } = await read((socket) => socket.write(`${HEAD}abc`));
  await reader.head;
  for await (const chunk of reader.body()) {
    expect(Buffer.from(chunk).toString()).toBe('abc');
    break;
  }
  await expect.poll(() => server.open).toBe(0);
});

test('aborted before the connection is open, it ends immediately and sends nothing', async () => {
  let connections = 0;
  const greet = () => {
    connections++;
  };
  const server = await startRawServer((socket) => socket.end(), undefined, greet);
  const late = Promise.withResolvers<void>();
  const connectAtOnce = buildConnector({});
  const dispatcher = new Agent({
    connect: async (options, callback) => {
      await late.promise;
      connectAtOnce(options, callback);
    },
  });
  onTestFinished(() => dispatcher.destroy());
  const reader = new ResponseReader(60_000);
  dispatcher.dispatch({ origin: server.origin, path: '/', method: 'GET' }, reader);
  reader.abort(new Error('called off'));
  await expect(reader.head).rejects.toThrow('called off');
  late.resolve();
  await expect.poll(() => connections).toBe(1);
  await expect.poll(() => server.open).toBe(0);
  expect(server.requests).toEqual([]);
});

test('aborted within the body, waiting data is dropped', async () => {
  const { reader } = await read((socket) => socket.write(`${HEAD}abc`));
  await reader.head;
  const body = reader.body();
  expect(Buffer.from((await body.next()).value ?? []).toString()).toBe('abc');
  const next = body.next();
  reader.abort('a reason that is not an Error');
  await expect(next).rejects.toBe('a reason that is not an Error');
});
