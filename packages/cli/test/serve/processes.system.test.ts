/** Tests real processes of the service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { site } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { startRedis } from '../support/redis.js';

const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));
const TOKEN = 'a-token-that-no-log-may-hold';
const PASSWORD = 'a-password-that-no-log-may-hold';
const BEARER = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

interface Running {
  readonly url: string;
  readonly process: ChildProcess;
  /** Standard output and standard error so far. */
  output(): string;
  /** Sends the signal and returns the exit code. */
  end(signal: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
}

async function start(env: Readonly<Record<string, string>>, ...argv: string[]): Promise<Running> {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', ...argv], {
    env: { ...process.env, NO_PROXY: '*', XDG_CACHE_HOME: temporaryFolder(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      output += text;
      const found = /Listening on (http:\S+)\//.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`it has ended: ${output}`)));
  });
  return {
    url,
    process: child,
    output: () => output,
    end: async (signal) => {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill(signal);
      return await ended;
    },
  };
}

function check({ url }: Running, target: string) {
  return fetch(`${url}/v1/check`, {
    method: 'POST',
    headers: BEARER,
    body: JSON.stringify({ urls: [target], productTokens: ['Bot'], explain: true }),
  });
}

describeWithRedis('on Redis', () => {
  test('two instances fetch each origin once and log no secret', async () => {
    const counted = await site((_request, response) => {
      setTimeout(() => response.end('User-agent: *\nDisallow: /a\n'), 200);
    });
    const env = { REPKIT_STORE: await startRedis(PASSWORD), REPKIT_TOKEN: TOKEN };
    const options = ['--allow', '127.0.0.1', '--log-level', 'debug'];
    const instances = await Promise.all([start(env, ...options), start(env, ...options)]);
    const target = instances.flatMap((one) => Array.from({ length: 10 }, (_, at) => check(one, `${counted.origin}/a${at}`)));
    for (const response of await Promise.all(target)) {
      expect(await response.json()).toMatchObject({
        verdicts: [{ verdict: 'disallowed', provenance: { store: 'redis' } }],
      });
    }
    expect(counted.log).toEqual(['/robots.txt']);
    // Errors are logged without secrets.
    for (const { url } of instances) {
      await fetch(`${url}/v1/lint`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}x` },
      });
      await fetch(`${url}/v1/robots?origin=mailto:a`, { headers: BEARER });
      const metrics = await (await fetch(`${url}/metrics`, { headers: BEARER })).text();
      expect(metrics).toContain('repkit_store_up{store="redis"} 1');
      expect(metrics).not.toContain(PASSWORD);
    }
    const codes = await Promise.all([instances[0].end('SIGTERM'), instances[1].end('SIGINT')]);
    expect(codes).toEqual([0, 0]);
    for (const { output } of instances) {
      expect(output()).toContain('"msg":"request completed"');
      expect(output()).not.toContain(PASSWORD);
      expect(output()).not.toContain(TOKEN);
    }
  });

  test('with a wrong Redis password the service fetches directly and does not log the password', async () => {
    const url = (await startRedis(PASSWORD)).replace(PASSWORD, 'another-secret');
    const one = await start({ REPKIT_STORE: url, REPKIT_TOKEN: TOKEN }, '--log-level', 'debug');
    const ready = await (await fetch(`${one.url}/readyz`)).json();
    expect(ready).toMatchObject({ status: 'ready', store: { name: 'redis', state: 'failing' } });
    expect((await check(one, 'http://127.0.0.1:1/')).status).toBe(200);
    expect(await one.end('SIGTERM')).toBe(0);
    expect(one.output()).not.toContain('another-secret');
  });
});

test('SIGTERM: running requests are completed first', async () => {
  let answer = (): void => {};
  const held = await site((_request, response) => {
    answer = () => response.end('User-agent: *\nDisallow: /a\n');
  });
  const one = await start({ REPKIT_TOKEN: TOKEN }, '--allow', '127.0.0.1');
  const answered = check(one, `${held.origin}/a`);
  while (held.log.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const ended = one.end('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 100));
  answer();
  expect(await (await answered).json()).toMatchObject({ verdicts: [{ verdict: 'disallowed' }] });
  expect(await ended).toBe(0);
});
