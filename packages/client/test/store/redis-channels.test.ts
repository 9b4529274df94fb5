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

  /** Channels that are closed after the test, and how often they have connected. */
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

  test('one connection waits on all channels, made when somebody waits first', async () => {
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

  test('who comes back before the subscription has ended is subscribed', async () => {
    const { channels } = open();
    for (let round = 0; round < 10; round += 1) {
      let isHeard = (): void => {};
      const subscription = new Promise<void>((resolve) => {
        isHeard = resolve;
      });
      const waiting = channels.wait('a', LONG, async () => {
        isHeard();
        return false;
      });
      await subscription;
      await client.publish('a', '');
      await waiting;
    }
  });

  test('what came before the subscription is not waited for', async () => {
    const { channels } = open();
    await channels.wait('a', LONG, async () => true);
  });

  test('ends at the time-out, although nobody can tell', async () => {
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

  test('after a connection that failed the next one may hold', async () => {
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

  test('a connection that is lost wakes all: what is said meanwhile would not be heard', async () => {
    const { channels, connections } = open();
    const waiting = ['a', 'b'].map((channel) => channels.wait(channel, LONG, notYet));
    await expect.poll(async () => ((await subscribed()) as string[]).sort()).toEqual(['a', 'b']);
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await Promise.all(waiting);
    // It connects again by itself.
    let isHeard = (): void => {};
    const subscription = new Promise<void>((resolve) => {
      isHeard = resolve;
    });
    const again = channels.wait('a', LONG, async () => {
      isHeard();
      return false;
    });
    await subscription;
    await client.publish('a', '');
    await again;
    expect(connections.count).toBe(1);
  });

  test('a connection that has ended for good is replaced', async () => {
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

  test('a listener gets every message, and is told when some may have been missed', async () => {
    const { channels, connections } = open();
    const heard: (string | undefined)[] = [];
    const listen = () => channels.follow('a', (message) => heard.push(message));
    listen();
    listen();
    await expect.poll(() => heard).toEqual([undefined]);
    await client.publish('a', 'one');
    await client.publish('b', 'none');
    await client.publish('a', 'two');
    await expect.poll(() => heard).toEqual([undefined, 'one', 'two']);
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await expect.poll(() => heard.slice(3), { timeout: 10_000 }).toEqual([undefined]);
    await client.publish('a', 'three');
    await expect.poll(() => heard.slice(4)).toEqual(['three']);
    // Those who wait do not end its subscription.
    await channels.wait('a', LONG, async () => true);
    await client.publish('a', 'four');
    await expect.poll(() => heard.slice(5)).toEqual(['four']);
    expect(connections.count).toBe(1);
  });

  test('a listener is subscribed again after the connection has ended for good', async () => {
    const channels = new RedisChannels(async () =>
      client.duplicate({ retryStrategy: () => null }).on('error', () => {}),
    );
    onTestFinished(() => channels.close());
    const heard: (string | undefined)[] = [];
    const listen = () => channels.follow('a', (message) => heard.push(message));
    listen();
    await expect.poll(() => heard).toEqual([undefined]);
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await expect.poll(subscribed).toEqual([]);
    await expect
      .poll(() => {
        listen();
        return heard;
      })
      .toEqual([undefined, undefined]);
    await client.publish('a', 'one');
    await expect.poll(() => heard.at(-1)).toBe('one');
  });

  test('a connection that is silently dead is noticed while somebody listens', async () => {
    // A way to the server that stops passing on what comes back, and is not closed.
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
    const heard: (string | undefined)[] = [];
    channels.follow('a', (message) => heard.push(message));
    await expect.poll(() => heard).toEqual([undefined]);
    sockets[0]?.unpipe();
    await client.publish('a', 'lost');
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([undefined, undefined]);
    await client.publish('a', 'one');
    await expect.poll(() => heard.at(-1)).toBe('one');
  });

  test('close wakes all and ends the connection', async () => {
    const { channels } = open();
    const waiting = channels.wait('a', LONG, notYet);
    await expect.poll(subscribed).toEqual(['a']);
    await channels.close();
    await waiting;
    await channels.wait('a', LONG, notYet);
    await expect.poll(subscribed).toEqual([]);
  });
});
