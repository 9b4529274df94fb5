/** Kills real processes with real threads. filter.test.ts tests the options. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';

const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));
const ROWS = 60_000;

test.each([
  ['tsv', '2', (n: number) => (n % 1000 === 0 ? `bad ${n}` : `/p${n}`)],
  ['csv', '2', (n: number) => (n % 1000 === 0 ? `bad ${n},"x"` : `/p${n},"a\nb"`)],
  ['ndjson', '1', (n: number) => (n % 1000 === 0 ? `bad ${n}` : `{"url":"/p${n}"}`)],
])(
  '%s with --jobs %s: kill -9 loses and repeats no line',
  async (format, jobs, row) => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('robots.txt'), 'User-agent: *\nDisallow: /p*7\n');
    const head = format === 'csv' ? 'url,x\n' : '';
    const input = Buffer.from(
      head + Array.from({ length: ROWS }, (_, n) => `${row(n)}\n`).join(''),
    );
    writeFileSync(at('urls'), input);
    const argv = (output: string, ...more: string[]) => {
      const files = ['--output', at(output), '--rejects', at(`${output}.bad`)];
      return [BIN, 'filter', '--robots', at('robots.txt'), '--format', format, ...files, ...more];
    };
    const whole = spawnSync(process.execPath, argv('whole', '--jobs', '1', '--quiet', at('urls')));
    expect(whole.status).toBe(0);

    const run = argv('out', '--jobs', jobs, '--checkpoint', at('checkpoint'), '--quiet', '-');
    // Half of the input, then a pause longer than the checkpoint interval.
    const child = spawn(process.execPath, run, { stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin.on('error', () => {});
    child.stdin.write(input.subarray(0, input.length / 2));
    for (let part = 1; !existsSync(at('checkpoint')); part++) {
      await sleep(100);
      child.stdin.write(
        input.subarray(input.length / 2 + 4000 * (part - 1), input.length / 2 + 4000 * part),
      );
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { lines } = JSON.parse(readFileSync(at('checkpoint'), 'utf8'));
    expect(lines).toBeGreaterThan(0);

    const rest = spawnSync(process.execPath, run, { input });
    expect({ status: rest.status, err: rest.stderr.toString() }).toEqual({ status: 0, err: '' });
    for (const name of ['', '.bad']) {
      expect(readFileSync(at(`out${name}`)).equals(readFileSync(at(`whole${name}`)))).toBe(true);
    }
  },
  60_000,
);

test('progress is saved while no input arrives', async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('robots.txt'), 'User-agent: *\nDisallow: /p\n');
  const files = ['--output', at('out'), '--checkpoint', at('checkpoint')];
  const argv = [BIN, 'filter', '--robots', at('robots.txt'), ...files, '--quiet', '-'];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.write('/p\n/q\n');
  const saved = () =>
    existsSync(at('checkpoint')) ? JSON.parse(readFileSync(at('checkpoint'), 'utf8')) : {};
  await expect.poll(saved).toMatchObject({ lines: 2 });
  child.kill('SIGINT');
  await once(child, 'exit');
  expect(readFileSync(at('out'), 'utf8')).toHaveLength(saved().outputBytes);
});
