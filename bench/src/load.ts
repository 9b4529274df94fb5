/**
 * `npm run load [-- --seconds 10]`: attacks the service, and measures /healthz and the memory of the process meanwhile, with
 * and without nginx in front of it. Exits with 1 if the process ends, or if a target is missed behind nginx.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { COMMAND, inTemporaryFolder } from './command.ts';
import { quantile } from './statistics.ts';

const UNIT = new URL('../../docs/deploy/repkit.service', import.meta.url);
/** Not the ports of a service and a proxy that may run on this machine. */
const [PORT, NGINX_PORT] = [9310, 9311];
const HEALTH_MS = 200;
const MEMORY_MEBIBYTES = 768;
const PROBE_MS = 20;
const CLIENTS = 500;

/** What attackers do to a port. They come from 100 addresses: Linux routes all of 127.0.0.0/8 to the loopback interface. */
const ATTACKS: Readonly<Record<string, (port: number) => void>> = {
  '500 connections that do not read': (port) => {
    const robotsTxt = `User-agent: *\n${'Allow: /\n'.repeat(50)}`;
    // A few more would exceed the limit of a response.
    const urls = Array.from({ length: 1900 }, (_, at) => `/${at}`);
    const body = { urls, productTokens: ['Bot'], robotsTxt, explain: true };
    for (let at = 0; at < CLIENTS; at++) send(port, at, post('/v1/check', body)).pause();
  },
  '32,000 silent origins': (port) => {
    const silent = createServer(() => {}).listen(0, '0.0.0.0', () => {
      const { port: silentPort } = silent.address() as AddressInfo;
      for (let at = 0; at < CLIENTS; at++) {
        const hosts = Array.from({ length: 64 }, (_, host) => `127.${1 + (at >> 8)}.${at & 255}.${host}`);
        const urls = hosts.map((host) => `http://${host}:${silentPort}/`);
        send(port, at, post('/v1/check', { urls, productTokens: ['Bot'] }));
      }
    });
  },
  'eight hostile lints': (port) => repeat(port, post('/v1/lint', { robotsTxt: hostileRules(20_000) })),
  'eight checks of a large file for 60 crawlers': (port) => {
    const productTokens = Array.from({ length: 60 }, (_, at) => `bot-${String.fromCharCode(97 + (at % 26), 97 + at / 26)}`);
    repeat(port, post('/v1/check', { urls: ['/'], productTokens, robotsTxt: hostileRules(20_000) }));
  },
  'floods of new connections': (port) => {
    const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    let count = 0;
    setInterval(() => {
      for (let at = 0; at < 5; at++) {
        const socket = send(port, count++, request);
        setTimeout(() => socket.destroy(), 1000);
      }
    }, 10);
  },
};

function hostileRules(count: number): string {
  const rules = Array.from({ length: count }, (_, at) => `Disallow: /*a${at}*b${at % 7}*c\n`);
  return `User-agent: *\n${rules.join('')}`;
}

/** Sends a request eight times, and each again 100 ms after its response. */
function repeat(port: number, request: string): void {
  const sendOne = (at: number) => void send(port, at, request).on('close', () => setTimeout(sendOne, 100, at));
  for (let at = 0; at < 8; at++) sendOne(at);
}

function post(path: string, body: object): string {
  const text = JSON.stringify(body);
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

function send(port: number, client: number, request: string) {
  const localAddress = `127.0.0.${2 + (client % 100)}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {}).write(request);
  return socket.resume();
}

interface Figures {
  /** 99 % of the requests for /healthz took at most this many milliseconds. */
  readonly health: number;
  readonly mebibytes: number;
  readonly isRunning: boolean;
}

/** Runs an attack in another process, and returns what other clients see meanwhile. */
async function measure(name: string, port: number, pid: number, seconds: number): Promise<Figures> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  let mebibytes = 0;
  const attacker = fork(fileURLToPath(import.meta.url), [name, String(port)]);
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const began = performance.now();
    const probe = new Promise<void>((resolve) => {
      // A request that fails counts with the time until it did.
      const request = get(`http://127.0.0.1:${port}/healthz`, { agent }, (response) => response.resume());
      request.on('error', () => {}).on('close', resolve);
    });
    pending.push(probe.then(() => void latencies.push(performance.now() - began)));
    mebibytes = Math.max(mebibytes, residentMebibytes(pid));
    await sleep(PROBE_MS);
  }
  attacker.kill('SIGKILL');
  await Promise.all(pending);
  agent.destroy();
  const isRunning = residentMebibytes(pid) > 0;
  return { health: quantile(latencies, 0.99), mebibytes, isRunning };
}

/** Returns 0 if the process has ended. */
function residentMebibytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Starts the service with the environment of its deployment. */
async function startService(options: readonly string[]): Promise<ChildProcess> {
  const [, variables = ''] = /^Environment=(.*)$/m.exec(readFileSync(UNIT, 'utf8')) ?? [];
  const env = {
    ...process.env,
    ...Object.fromEntries(new URLSearchParams(variables.replaceAll(' ', '&'))),
  };
  const args = [COMMAND, 'serve', '--port', String(PORT), '--allow', '127.0.0.0/8', ...options];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await listening(PORT);
  return child;
}

/** Starts nginx with the configuration of docs/deploy/ in front of the service. */
async function startNginx(folder: string): Promise<ChildProcess> {
  const site = readFileSync(new URL('../../docs/deploy/nginx.conf', import.meta.url), 'utf8')
    .replace('127.0.0.1:9309', `127.0.0.1:${PORT}`)
    .replace('listen 80', `listen 127.0.0.1:${NGINX_PORT}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const path = join(folder, 'nginx.conf');
  const main = `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'errors')}; worker_rlimit_nofile 16384;`;
  const http = `http { access_log off; ${temporary}\n${site} }`;
  writeFileSync(path, `${main}\nevents { worker_connections 4096; }\n${http}\n`);
  const nginx = spawn('nginx', ['-c', path, '-p', folder], { stdio: 'inherit' });
  await listening(NGINX_PORT);
  return nginx;
}

/** Waits until a port accepts connections. Throws if it does not. */
async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(200);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}

/** Measures all attacks on one process, and prints a line for each. Returns whether all targets are met. */
function measureAll(withNginx: boolean, seconds: number): Promise<boolean> {
  return inTemporaryFolder(async (folder) => {
    const proxy = withNginx ? ['--trusted-proxy', '127.0.0.1'] : [];
    const service = await startService(['--store', 'memory', '--rate-limit', 'none', '--log-level', 'warn', ...proxy]);
    const { pid = 0 } = service;
    const nginx = withNginx ? await startNginx(folder) : undefined;
    let isMet = true;
    for (const name of Object.keys(ATTACKS)) {
      const { health, mebibytes, isRunning } = await measure(name, withNginx ? NGINX_PORT : PORT, pid, seconds);
      const misses = withNginx && (health > HEALTH_MS || mebibytes > MEMORY_MEBIBYTES);
      isMet &&= isRunning && !misses;
      const figures = `/healthz 99 % ${health.toFixed(0)} ms; ${mebibytes.toFixed(0)} MiB`;
      const ended = isRunning ? '' : '; the process has ended';
      process.stdout.write(`${withNginx ? 'nginx' : 'direct'}: ${name}: ${figures}${ended}\n`);
      // Until the service has noticed that the clients are gone.
      await sleep(3000);
    }
    nginx?.kill('SIGTERM');
    service.kill('SIGTERM');
    await once(service, 'exit');
    return isMet;
  });
}

const [first = '', second = ''] = process.argv.slice(2);
const attack = ATTACKS[first];
if (attack !== undefined) attack(Number(second));
else {
  const seconds = first === '--seconds' ? Number(second) : 10;
  const isMet = [await measureAll(false, seconds), await measureAll(true, seconds)];
  process.exitCode = isMet.every(Boolean) ? 0 : 1;
}
