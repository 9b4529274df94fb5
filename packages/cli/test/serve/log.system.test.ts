import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));
/** Their log lines exceed the buffers of a pipe and of the service. */
const MANY_REQUESTS = 8000;
/** Enough for a log that cannot be written at all. */
const REQUESTS = 1000;

/** Starts the real command with a log that nobody reads. */
async function startWith(stdout: 'pipe' | number) {
  const args = [COMMAND, 'serve', '--port', '0', '--store', 'memory', '--rate-limit', 'none'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', stdout, 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let url: string | undefined;
  for await (const text of child.stderr ?? []) {
    url = /http:\/\/[^/\s]+/.exec(String(text))?.[0];
    if (url !== undefined) break;
  }
  return { child, url: url ?? '' };
}

/** Returns how many requests succeeded, and the last metrics. */
async function load(url: string, requests: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  onTestFinished(() => agent.destroy());
  const fetchText = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get(url + path, { agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve(text));
      }).on('error', reject);
    });
  const texts = await Promise.all(Array.from({ length: requests }, () => fetchText('/healthz')));
  return {
    succeeded: texts.filter((text) => text === '{"status":"ok"}').length,
    metrics: await fetchText('/metrics'),
  };
}

const dropped = (metrics: string) => Number(/^repkit_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);

test('a log whose reader stalls blocks neither requests nor the end of the service', async () => {
  const { child, url } = await startWith('pipe');
  child.stdout?.pause();
  const { succeeded, metrics } = await load(url, MANY_REQUESTS);
  expect(succeeded).toBe(MANY_REQUESTS);
  expect(dropped(metrics)).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a log whose reader has gone does not end the service', async () => {
  const { child, url } = await startWith('pipe');
  child.stdout?.destroy();
  const { succeeded, metrics } = await load(url, REQUESTS);
  expect(succeeded).toBe(REQUESTS);
  expect(dropped(metrics)).toBeGreaterThan(REQUESTS / 2);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a log on a full disk does not end the service', async () => {
  const full = openSync('/dev/full', 'w');
  const { child, url } = await startWith(full);
  closeSync(full);
  const { succeeded, metrics } = await load(url, REQUESTS);
  expect(succeeded).toBe(REQUESTS);
  expect(dropped(metrics)).toBeGreaterThan(REQUESTS / 2);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
