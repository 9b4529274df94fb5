import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { siteWith } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

/** Runs the command until the test stops it. */
async function serving(argv: readonly string[], world: World = {}) {
  const stop = new AbortController();
  const io = fakeIo({ ...world, stop: stop.signal });
  const ended = run(['serve', '--port', '0', ...argv], io);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const url = () => /Listening on (http:\S+)\//.exec(io.written.err)?.[1];
  await expect.poll(url).toBeDefined();
  return {
    url: String(url()),
    io,
    end: async () => {
      stop.abort();
      return await ended;
    },
  };
}

const COMMAND = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

/** Starts the built command in a process of its own: the service refuses requests while the memory of its process is short. */
async function started(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const written = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    written.out += text;
  });
  child.stderr.on('data', (text) => {
    written.err += text;
  });
  const url = () => /Listening on (http:\S+)\//.exec(written.err)?.[1];
  await expect.poll(url).toBeDefined();
  return {
    url: String(url()),
    written,
    end: async () => {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}

async function refused(argv: readonly string[], world: World = {}): Promise<string> {
  const io = fakeIo(world);
  expect(await run(['serve', ...argv], io)).toBe(2);
  expect(io.written.out).toBe('');
  expect(io.written.err).toMatch(/^repkit serve: .*[.?]\n$/);
  return io.written.err;
}

function check(url: string, target: string, headers: Record<string, string> = {}) {
  return fetch(`${url}/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ urls: [target], productTokens: ['Bot'] }),
  });
}

test('listens on loopback with the default store and exits with 0 when stopped', async () => {
  const site = await siteWith(200, 'User-agent: *\nDisallow: /a\n');
  const home = { HOME: temporaryFolder(), XDG_CACHE_HOME: '' };
  const service = await started(['--allow', '127.0.0.1'], home);
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const ready = await (await fetch(`${service.url}/readyz`)).json();
  expect(ready).toMatchObject({ store: { name: 'sqlite', state: 'available' } });
  const answer = await (await check(service.url, `${site.origin}/a`)).json();
  expect(answer).toMatchObject({ verdicts: [{ verdict: 'disallowed' }] });
  expect(await service.end()).toBe(0);
  await expect(fetch(service.url)).rejects.toThrow();
  const lines = service.written.out.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('request completed');
});

test('on a terminal, only the address is printed by default', async () => {
  const world = { isTerminal: true };
  const service = await serving(['--store', 'memory'], world);
  await fetch(service.url);
  expect(await service.end()).toBe(0);
  expect(service.io.written.out).toBe('');
  expect(service.io.written.err).toMatch(/^.*Listening on .*\n$/);
  const verbose = await serving(['--store', 'memory', '--log-level', 'info'], world);
  await verbose.end();
  expect(verbose.io.written.out).toContain('Server listening');
});

test('the options reach the service', async () => {
  const site = await siteWith(403);
  const options = ['--policy', 'koster1996', '--rate-limit', '2', '--cors', 'https://a.example'];
  const service = await started(['--store', 'memory', '--allow', '127.0.0.1', ...options]);
  const headers = { origin: 'https://a.example' };
  const first = await check(service.url, `${site.origin}/a`, headers);
  expect(await first.json()).toMatchObject({ verdicts: [{ reason: 'forbidden' }] });
  expect(first.headers.get('access-control-allow-origin')).toBe('https://a.example');
  await check(service.url, `${site.origin}/a`);
  expect((await check(service.url, `${site.origin}/a`)).status).toBe(429);
});

test('a token from a file or the environment', async () => {
  const token = '0123456789abcdef';
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  const ways: [argv: string[], env: Record<string, string>][] = [
    [['--token-file', file], {}],
    [[], { REPKIT_TOKEN: token }],
  ];
  for (const [argv, env] of ways) {
    const { url } = await started(['--store', 'memory', ...argv], env);
    const lint = (headers: Record<string, string>) =>
      fetch(`${url}/v1/lint`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"robotsTxt":""}',
      });
    expect((await lint({})).status).toBe(401);
    expect((await lint({ authorization: `Bearer ${token}` })).status).toBe(200);
  }
});

test('addresses other than loopback require a token', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.com']) {
    expect(await refused(['--host', host, '--store', 'memory'])).toContain(
      `--host ${host} exposes the service to other machines and requires a token.`,
    );
  }
});

test('a port in use is reported', async () => {
  const { url } = await serving(['--store', 'memory']);
  const { port } = new URL(url);
  expect(await refused(['--port', port, '--store', 'memory'])).toContain(`Port ${port} of 127.0.0.1 is in use`);
});

test.each([
  [['robots.txt'], 'Unexpected argument "robots.txt".'],
  [['--port', '70000'], '--port must be a whole number from 0 to 65535'],
  [['--policy', 'googel'], 'Did you mean "google"?'],
  [['--log-level', 'trace'], 'Unknown value for --log-level: "trace"'],
  [['--rate-limit', '0'], '--rate-limit must be "none" or a whole number from 1'],
  [['--cors', 'https://a.example/b'], 'Write --cors https://a.example.'],
  [['--cors', '*'], '--cors takes an origin'],
  [['--store', 'none'], 'Use --store memory'],
  [['--store', ''], '--store requires a value: --store STORE.'],
  [['--store', 'mysql://root:secret@db'], 'unknown store scheme "mysql"'],
  [['--trusted-proxy', 'nonsense'], 'nonsense'],
  [['--user-agent', ''], '--user-agent is empty'],
])('%j is rejected', async (argv, sentence) => {
  const message = await refused(['--store', 'memory', ...argv].slice(argv[0] === '--store' ? 2 : 0));
  expect(message.toLowerCase()).toContain(sentence.toLowerCase());
  expect(message).not.toContain('secret');
});
