import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type RedisProcess, startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { describeWith } from '../../../../test/support/program.js';
import { RedisChannels } from '../../src/store/redis-channels.js';

const LONG = 600_000;

describeWith(['redis-server'], 'RedisChannels', () => {
  let server: RedisProcess;
  let client: Redis;

  beforeAll(async () => {
    server = await startRedisServer();
    client = new Redis(server.port);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  /** Channels that are closed after the test, and their number of connections. */
  const open = () => {
    const connections = { count: 0 };
    const channels = new RedisChannels(async () => {
      connections.count += 1;
      return client.duplicate();
    });
    onTestFinished(() => channels.close());
    return { channels, connections };
  };

  const notYet = async (): Promise<boolean> => false;
  const subscribed = async (): Promise<unknown> => client.pubsub('CHANNELS');

  test('one connection serves all channels, opened by the first waiter', async () => {
    const { channels, connections } = open();
    expect(connections.count).toBe(0);
    const waiting = ['a', 'a', 'b'].map((channel) => channels.wait(channel, LONG, notYet));
    await expect.poll(async () => ((await subscribed()) as string[]).sort()).toEqual(['a', 'b']);
    await client.publish('a', '');
    await client.publish('b', '');
    await Promise.all(waiting);
    expect(connections.count).toBe(1);
    await expect.poll(subscribed).toEqual([]);
  });

  test('a waiter that returns before the subscription has ended is subscribed', async () => {
    const { channels } = open();
    for (let round = 0; round < 10; round += 1) {
      let onReceived = (): void => {};
      const subscription = new Promise<void>((resolve) => {
        onReceived = resolve;
      });
      const waiting = channels.wait('a', LONG, async () => {
        onReceived();
        return false;
      });
      await subscription;
      await client.publish('a', '');
      await waiting;
    }
  });

  test('an event before the subscription does not cause a wait', async () => {
    const { channels } = open();
    await channels.wait('a', LONG, async () => true);
  });

  test('ends at the timeout without a connection', async () => {
    const { channels } = open();
    await channels.wait('a', 20, async () => {
      throw new Error('no');
    });
    const lost = new RedisChannels(async () => {
      throw new Error('no connection');
    });
    await lost.wait('a', 20, notYet);
    await lost.close();
  });

  test('after a failed connection, the next one can work', async () => {
    let tries = 0;
    const channels = new RedisChannels(async () => {
      tries += 1;
      if (tries === 1) throw new Error('no connection');
      return client.duplicate();
    });
    onTestFinished(() => channels.close());
    await channels.wait('a', 5, notYet);
    await channels.wait('a', LONG, async () => true);
    expect(tries).toBe(2);
  });

  test('a lost connection wakes all waiters, because messages may be missed', async () => {
    const { channels, connections } = open();
    const waiting = ['a', 'b'].map((channel) => channels.wait(channel, LONG, notYet));
    await expect.poll(async () => ((await subscribed()) as string[]).sort()).toEqual(['a', 'b']);
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await Promise.all(waiting);
    // It reconnects automatically.
    let onReceived = (): void => {};
    const subscription = new Promise<void>((resolve) => {
      onReceived = resolve;
    });
    const again = channels.wait('a', LONG, async () => {
      onReceived();
      return false;
    });
    await subscription;
    await client.publish('a', '');
    await again;
    expect(connections.count).toBe(1);
  });

  test('a closed connection is replaced', async () => {
    let connections = 0;
    const channels = new RedisChannels(async () => {
      connections += 1;
      const subscriber = client.duplicate({ retryStrategy: () => null });
      return subscriber.on('error', () => {});
    });
    onTestFinished(() => channels.close());
    const lost = channels.wait('a', 100, notYet);
    await expect.poll(subscribed).toEqual(['a']);
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await lost;
    const waiting = channels.wait('a', LONG, notYet);
    await expect.poll(subscribed).toEqual(['a']);
    await client.publish('a', '');
    await waiting;
    expect(connections).toBe(2);
  });

  test('a listener receives each message, and a notice if messages may have been missed', async () => {
    const { channels, connections } = open();
    const received: (string | undefined)[] = [];
    const listen = () => channels.follow('a', (message) => received.push(message));
    listen();
    listen();
    await expect.poll(() => received).toEqual([undefined]);
    await client.publish('a', 'one');
    await client.publish('b', 'none');
    await client.publish('a', 'two');
    await expect.poll(() => received).toEqual([undefined, 'one', 'two']);
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await expect.poll(() => received.slice(3), { timeout: 10_000 }).toEqual([undefined]);
    await client.publish('a', 'three');
    await expect.poll(() => received.slice(4)).toEqual(['three']);
    // Waiters do not end its subscription.
    await channels.wait('a', LONG, async () => true);
    await client.publish('a', 'four');
    await expect.poll(() => received.slice(5)).toEqual(['four']);
    expect(connections.count).toBe(1);
  });

  test('a listener can resubscribe after the connection has closed', async () => {
    const channels = new RedisChannels(async () =>
      client.duplicate({ retryStrategy: () => null }).on('error', () => {}),
    );
    onTestFinished(() => channels.close());
    const received: (string | undefined)[] = [];
    const listen = () => channels.follow('a', (message) => received.push(message));
    listen();
    await expect.poll(() => received).toEqual([undefined]);
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await expect.poll(subscribed).toEqual([]);
    await expect
      .poll(() => {
        listen();
        return received;
      })
      .toEqual([undefined, undefined]);
    await client.publish('a', 'one');
    await expect.poll(() => received.at(-1)).toBe('one');
  });

  test('a silently dead connection is detected while there are listeners', async () => {
    // A proxy to the server that stops forwarding replies without closing.
    const sockets: Socket[] = [];
    const relay = createServer((socket) => {
      const upstream = connect(server.port, '127.0.0.1');
      sockets.push(upstream);
      socket.pipe(upstream).pipe(socket);
      for (const end of [socket, upstream]) end.on('error', () => {});
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const { port } = relay.address() as AddressInfo;
    onTestFinished(() => void relay.close());
    const channels = new RedisChannels(async () => client.duplicate({ port }), 100);
    onTestFinished(() => channels.close());
    const received: (string | undefined)[] = [];
    channels.follow('a', (message) => received.push(message));
    await expect.poll(() => received).toEqual([undefined]);
    sockets[0]?.unpipe();
    await client.publish('a', 'lost');
    await expect.poll(() => received, { timeout: 10_000 }).toEqual([undefined, undefined]);
    await client.publish('a', 'one');
    await expect.poll(() => received.at(-1)).toBe('one');
  });

  test('close wakes all waiters and closes the connection', async () => {
    const { channels } = open();
    const waiting = channels.wait('a', LONG, notYet);
    await expect.poll(subscribed).toEqual(['a']);
    await channels.close();
    await waiting;
    await channels.wait('a', LONG, notYet);
    await expect.poll(subscribed).toEqual([]);
  });
});
