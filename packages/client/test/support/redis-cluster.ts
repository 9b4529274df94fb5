/** A small cluster of real redis-servers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { type RedisProcess, startRedisServer } from '../../../../test/support/redis-server.js';

export interface RedisCluster {
  readonly nodes: readonly RedisProcess[];
  /** A client for all of them. */
  connect(): Cluster;
  stop(): Promise<void>;
}

const SLOTS = 16_384;

/** Starts a cluster of masters that share all slots. */
export async function startRedisCluster(size: 1 | 3): Promise<RedisCluster> {
  const starting = Array.from({ length: size }, () => startRedisServer(['--cluster-enabled', 'yes']));
  const nodes = await Promise.all(starting);
  const clients = nodes.map(({ port }) => new Redis(port, '127.0.0.1'));
  for (const [at, client] of clients.entries()) {
    const first = Math.floor((at * SLOTS) / size);
    const last = Math.floor(((at + 1) * SLOTS) / size) - 1;
    await client.call('CLUSTER', 'ADDSLOTSRANGE', first, last);
    // A node that joins with another node's epoch would first have to resolve the conflict.
    await client.call('CLUSTER', 'SET-CONFIG-EPOCH', at + 1);
  }
  for (const { port, busPort } of await Promise.all(clients.slice(1).map(addressOf))) {
    await clients[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  }
  for (const client of clients) {
    while (!(await isWhole(client, size))) await sleep(20);
    client.disconnect();
  }
  return {
    nodes,
    connect: () => new Cluster(nodes.map(({ port }) => ({ host: '127.0.0.1', port }))),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function addressOf(client: Redis): Promise<{ port: number; busPort: number }> {
  const [, busPort] = (await client.config('GET', 'cluster-port')) as string[];
  return { port: client.options.port ?? 0, busPort: Number(busPort) };
}

/** Returns whether a node knows all others and their slots. */
async function isWhole(client: Redis, size: number): Promise<boolean> {
  const info = String(await client.call('CLUSTER', 'INFO'));
  const says = (line: string): boolean => info.includes(`${line}\r\n`);
  return says('cluster_state:ok') && says(`cluster_known_nodes:${size}`) && says(`cluster_size:${size}`);
}
