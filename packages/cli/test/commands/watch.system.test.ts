import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { site } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';

const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

/** A site with another robots.txt for each request, and what runs the command in a shell. */
async function changingSite() {
  let count = 0;
  const { origin } = await site((_request, response) => {
    response.end(`User-agent: *\nDisallow: /${++count}\n# ${'x'.repeat(20_000)}\n`);
  });
  const history = temporaryFolder();
  const folder = join(history, origin.replace('//', '').replaceAll(':', '_'));
  const start = (limit = ''): ChildProcess =>
    spawn(
      'bash',
      [
        '-c',
        `${limit} exec "$0" "$@"`,
        ...[process.execPath, BIN, 'watch', '--history', history, '--store', 'none'],
        ...['--allow', '127.0.0.1', origin],
      ],
      { env: { ...process.env, NO_PROXY: '*' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
  const finish = async (child: ChildProcess) => {
    const [out, err] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined,
    ]);
    return { code: child.exitCode, out, err };
  };
  return { folder, start, finish };
}

/** Returns the number of versions; each file must be complete. */
function checkedVersions(folder: string): number {
  const index = join(folder, 'index.ndjson');
  if (!existsSync(index)) return 0;
  const lines = readFileSync(index, 'utf8').trimEnd().split('\n').slice(1);
  for (const line of lines) {
    const { file, sha256 } = JSON.parse(line);
    const content = readFileSync(join(folder, file));
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
  return lines.length;
}

test('processes wait for each other, and each saves its version', async () => {
  const { folder, start, finish } = await changingSite();
  const results = await Promise.all(Array.from({ length: 5 }, () => finish(start())));
  expect(results.map(({ code, err }) => [code, err])).toEqual(Array(5).fill([0, '']));
  // Only one is the first, and each other compares with the one before.
  expect(results.filter(({ out }) => out.includes('saved the first version'))).toHaveLength(1);
  expect(results.filter(({ out }) => out.includes('Blocks 1 pattern and allows 1 '))).toHaveLength(4);
  expect(checkedVersions(folder)).toBe(5);
});

test('a process that is killed at any moment loses no version and holds no lock', async () => {
  const { folder, start, finish } = await changingSite();
  let versions = 1;
  let killed = 0;
  // The machine may be busier during one of the runs.
  let wholeMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 2; run++) {
    const began = performance.now();
    expect((await finish(start())).code).toBe(0);
    wholeMs = Math.min(wholeMs, performance.now() - began);
  }
  for (let part = 2; part <= 10; part++) {
    const child = start();
    await sleep((wholeMs * part) / 8);
    child.kill('SIGKILL');
    await finish(child);
    if (child.signalCode === 'SIGKILL') killed++;
    const now = checkedVersions(folder);
    expect(now).toBeGreaterThanOrEqual(versions);
    versions = now;
  }
  expect(killed).toBeGreaterThan(0);
  for (const name of ['index.ndjson', '2026-11-29T120000.000Z.txt']) writeFileSync(join(folder, `${name}.123.new`), 'x');
  const { code, err } = await finish(start());
  expect([code, err]).toEqual([0, '']);
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  expect(checkedVersions(folder)).toBe(versions + 1);
});

test('a full disk is reported and loses nothing', async () => {
  const { folder, start, finish } = await changingSite();
  await finish(start());
  const files = readdirSync(folder);
  // Files of at most 8 KiB, as on a full disk.
  const { code, err } = await finish(start('ulimit -f 8;'));
  expect(code).toBe(2);
  expect(err).toMatch(/^repkit watch: ".*\.txt" cannot be written: .*ulimit -f.*\.\n$/);
  expect(readdirSync(folder)).toEqual(files);
  expect(checkedVersions(folder)).toBe(1);
  expect((await finish(start())).code).toBe(0);
  expect(checkedVersions(folder)).toBe(2);
});
