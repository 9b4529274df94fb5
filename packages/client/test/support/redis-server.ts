/** Real redis-servers on free ports of loopback: alone, or a small cluster. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { programPath } from '../../../../test/support/program.js';

/** How often another port is tried, as somebody else may take a free one first. */
const TRIES = 5;

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** What the server has written to its log. */
  log(): string;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again after a crash, on the same port and with the same data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** @param options as redis-server takes them on its command line: `['--appendonly', 'yes']` */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-redis-'));
  for (let left = TRIES; ; left -= 1) {
    const [port, busPort] = await freePorts();
    const isCluster = options.includes('--cluster-enabled');
    const args = [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      ...(isCluster ? ['--cluster-port', String(busPort)] : []),
      ...options,
    ];
    const running = new Running(port, folder, args);
    try {
      await running.restart();
      return running;
    } catch (error) {
      await running.kill();
      if (left === 1) throw error;
    }
  }
}

class Running implements RedisServer {
  readonly port: number;
  readonly url: string;
  readonly #folder: string;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;
  #log = '';

  constructor(port: number, folder: string, args: readonly string[]) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#folder = folder;
    this.#args = args;
  }

  log(): string {
    return this.#log;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  async kill(): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  async restart(): Promise<void> {
    const before = this.#log.length;
    const started = spawn(programPath('redis-server'), this.#args, {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = started;
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        this.#log += chunk;
        if (this.#log.includes('Ready to accept connections', before)) resolve();
      };
      started.stdout.on('data', hear);
      started.stderr.on('data', hear);
      started.once('error', reject);
      started.once('exit', () => reject(new Error(`redis-server has ended:\n${this.#log}`)));
    });
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface RedisCluster {
  readonly nodes: readonly RedisServer[];
  /** A client for all of them. */
  connect(): Cluster;
  stop(): Promise<void>;
}

const SLOTS = 16_384;

/** A cluster of masters that share all slots among them. */
export async function startRedisCluster(size: 1 | 3): Promise<RedisCluster> {
  const starting = Array.from({ length: size }, () => startRedis(['--cluster-enabled', 'yes']));
  const nodes = await Promise.all(starting);
  const clients = nodes.map(({ port }) => new Redis(port, '127.0.0.1'));
  for (const [at, client] of clients.entries()) {
    const first = Math.floor((at * SLOTS) / size);
    const last = Math.floor(((at + 1) * SLOTS) / size) - 1;
    await client.call('CLUSTER', 'ADDSLOTSRANGE', first, last);
    // A node that joins with the epoch of another one would have to settle that with it first.
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

/** Whether a node knows of all others and who serves which slot. */
async function isWhole(client: Redis, size: number): Promise<boolean> {
  const info = String(await client.call('CLUSTER', 'INFO'));
  const says = (line: string): boolean => info.includes(`${line}\r\n`);
  return (
    says('cluster_state:ok') && says(`cluster_known_nodes:${size}`) && says(`cluster_size:${size}`)
  );
}

/** Two ports at once, that they differ. */
async function freePorts(): Promise<[port: number, other: number]> {
  const servers = [createServer(), createServer()] as const;
  const ports = servers.map(async (server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  const [port = 0, other = 0] = await Promise.all(ports);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [port, other];
}
