import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { type RedisProcess, startRedisServer } from '../../../../test/support/redis-server.js';
import { RedisConnection } from '../../src/store/redis-connection.js';
import { RedisStore } from '../../src/store/redis-store.js';

const ping = (client: { ping(): Promise<string> }): Promise<string> => client.ping();

function open(...args: ConstructorParameters<typeof RedisConnection>): RedisConnection {
  const connection = new RedisConnection(...args);
  onTestFinished(() => connection.close());
  return connection;
}

/** A server for this test only. */
async function start(): Promise<RedisProcess> {
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  return server;
}

describe('invalid arguments', () => {
  test.each(['localhost:6379', 'http://localhost:6379', ''])('%j is not a valid address', (url) => {
    expect(() => new RedisConnection(url, 1000)).toThrow('Use redis://host:port');
  });

  test('without the package ioredis, a URL is rejected with instructions', () => {
    const folder = mkdtempSync(join(tmpdir(), 'repkit-no-ioredis-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
    cpSync(from('../../src'), join(folder, 'src'), { recursive: true });
    cpSync(from('../support/import-sources.ts'), join(folder, 'import-sources.ts'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(
      join(folder, 'main.ts'),
      `import { RedisStore } from './src/store/redis-store.ts';
       const store = new RedisStore({ client: 'redis://localhost' });
       store.get('a').catch((error) => console.log(error.message));`,
    );
    const { stdout } = spawnSync(process.execPath, ['--import', './import-sources.ts', 'main.ts'], {
      cwd: folder,
      encoding: 'utf8',
      // If there is an ioredis above the temporary folder, the program tries to connect for ever.
      timeout: 60_000,
    });
    expect(stdout).toContain('npm install ioredis@6');
  });
});

describeWith(['redis-server'], 'RedisConnection', () => {
  test('by URL: connects on first use, and closes its connection', async () => {
    const server = await start();
    const connection = open(server.url, 5000);
    expect(await connection.run(ping)).toBe('PONG');
    const client = await connection.run(async (own) => own);
    await connection.close();
    await connection.close();
    await expect(connection.run(ping)).rejects.toThrow('closed');
    await expect.poll(() => client.status).toBe('end');
  });

  test('a supplied client stays open', async () => {
    const server = await start();
    const client = new Redis(server.port);
    onTestFinished(() => client.disconnect());
    const connection = open(client, 5000);
    expect(await connection.run(ping)).toBe('PONG');
    await connection.close();
    await expect(connection.run(ping)).rejects.toThrow('closed');
    expect(await client.ping()).toBe('PONG');
  });

  test('reports why there was never a connection', async () => {
    await expect(open('redis://127.0.0.1:1', 5000).run(ping)).rejects.toThrow(
      /^Redis is not connected \(\w+: connect ECONNREFUSED 127\.0\.0\.1:1\)\.$/,
    );
  });

  test('TLS to a server without TLS is reported in readable words', async () => {
    const plain = createServer((socket) => void socket.on('error', () => {}).end('-ERR\r\n'));
    plain.listen(0, '127.0.0.1');
    onTestFinished(() => void plain.close());
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    await expect(open(`rediss://127.0.0.1:${port}`, 5000).run(ping)).rejects.toThrow(
      /^Redis is not connected \(\w+: TLS failed: [\w ]+; for a server without TLS, use redis:\/\/ instead of rediss:\/\/\)\.$/,
    );
  });

  test('a missing database is not replaced by another one', async () => {
    const server = await start();
    const connection = open(`${server.url}/99`, 5000);
    await expect
      .poll(() => connection.run(ping).catch(String))
      .toMatch(/^Error: Redis rejected the connection: .*DB index is out of range/);
  });

  test('a lazily connecting client is connected', async () => {
    const server = await start();
    const client = new Redis(server.port, { lazyConnect: true });
    onTestFinished(() => client.disconnect());
    expect(await open(client, 5000).run(ping)).toBe('PONG');
  });

  test('while the server is down operations reject immediately, and work again afterwards', async () => {
    const server = await start();
    const client = new Redis(server.port, { retryStrategy: () => 50 });
    client.on('error', () => {});
    onTestFinished(() => client.disconnect());
    const given = open(client, 20_000);
    const own = open(server.url, 20_000);
    await Promise.all([given.run(ping), own.run(ping)]);
    await server.kill();
    await expect(own.run(ping)).rejects.toThrow();
    await expect.poll(() => client.status).toBe('reconnecting');
    await expect(given.run(ping)).rejects.toThrow('not connected');
    await server.restart();
    for (const connection of [given, own]) {
      const again = (): Promise<string> => connection.run(ping).catch(String);
      await expect.poll(again).toBe('PONG');
    }
  });

  test('a server may start later', async () => {
    const server = await start();
    await server.kill();
    const connection = open(server.url, 20_000);
    await expect(connection.run(ping)).rejects.toThrow();
    await expect(connection.run(ping)).rejects.toThrow('reconnecting: connect ECONNREFUSED');
    await server.restart();
    const again = (): Promise<string> => connection.run(ping).catch(String);
    await expect.poll(again).toBe('PONG');
  });

  test('a silent server times out, and a late reply is passed on', async () => {
    const server = await start();
    const connection = open(server.url, 200);
    await expect.poll(() => connection.run(ping).catch(String)).toBe('PONG');
    server.signal('SIGSTOP');
    const late: string[] = [];
    const pinged = connection.run(ping, (answer) => late.push(answer));
    await expect(pinged).rejects.toThrow('within 200 ms');
    server.signal('SIGCONT');
    await expect.poll(() => late).toEqual(['PONG']);
  });

  test('a reply that arrived while the process was busy is in time', async () => {
    const server = await start();
    const connection = open(server.url, 100);
    await expect.poll(() => connection.run(ping).catch(String)).toBe('PONG');
    const pinged = connection.run(ping);
    // The request is sent before the next turn of the event loop.
    for (let at = 0; at < 100; at++) await null;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    expect(await pinged).toBe('PONG');
  });

  test('a process ends as soon as a connection to an unresponsive server is closed', async () => {
    const server = await start();
    server.signal('SIGSTOP');
    const script = `
      const { RedisConnection } = await import('${new URL('../../src/store/redis-connection.ts', import.meta.url)}');
      const connection = new RedisConnection('${server.url}', 100);
      await connection.run((client) => client.ping()).catch(() => {});
      const start = setTimeout;
      let longest = 0;
      globalThis.setTimeout = (callback, ms, ...args) => {
        longest = Math.max(longest, ms);
        return start(callback, ms, ...args);
      };
      await connection.close();
      process.on('exit', () => console.log(longest));`;
    const resolving = new URL('../support/import-sources.ts', import.meta.url).href;
    const args = ['--import', resolving, '--input-type=module', '--eval', script];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    // ioredis waits 2 s by default.
    expect(stdout).toBe('0\n');
  });
});

test('a server that does not speak Redis: operations reject within the timeout', async () => {
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const store = new RedisStore({ client: `redis://127.0.0.1:${port}`, timeoutMs: 100 });
  await expect(store.get('a')).rejects.toThrow('within 100 ms');
  await store.close();
});
