import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetRun } from '@repkit/fleet';
import { JobQueue } from '@repkit/fleet';
import { expect, test } from 'vitest';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { startFleet } from '../support/fleet.js';

const ORIGINS = 40;
const URLS = Array.from({ length: 300 }, (_, n) => `http://h${n % ORIGINS}.invalid/${n}\n`).join(
  '',
);
const WORLD = { files: { urls: URLS, others: `${URLS}http://x.invalid/\n` } };
const SMALL = ['--job-urls', '10'];

/** Waits until as many pieces are pending as `--ahead 20` permits. */
async function untilFull(run: FleetRun): Promise<void> {
  const submitted = async () => (await run.read())?.submittedPieces ?? 0;
  await expect.poll(submitted).toBeGreaterThanOrEqual(20);
  await sleep(300);
  expect(await submitted()).toBeLessThan(50);
}

describeWithRedis('a submission', () => {
  test('can be repeated, but only with the same input', async () => {
    const { fleet, run, redis } = await startFleet();
    const keys = async () => (await redis.keys('*')).toSorted();
    expect((await fleet(WORLD, 'submit', ...SMALL, 'urls')).code).toBe(0);
    const first = await keys();
    const queue = new JobQueue(run());
    const { waiting } = await queue.counts();
    expect((await fleet({ stdin: URLS }, 'submit', ...SMALL)).code).toBe(0);
    expect(await keys()).toEqual(first);
    expect((await queue.counts()).waiting).toBe(waiting);
    for (const argv of [
      [...SMALL, 'others'],
      ['urls'],
      [...SMALL, '--agent', 'b', 'urls'],
      [...SMALL, '--policy', 'google', 'urls'],
    ]) {
      const { code, io } = await fleet(WORLD, 'submit', ...argv);
      expect(code).toBe(2);
      expect(io.written.err).toContain('Choose another --name');
    }
    await queue.close();
  });

  test('queues missing pieces and skips finished ones', async () => {
    const { fleet, run, redis } = await startFleet();
    await fleet(WORLD, 'submit', ...SMALL, 'urls');
    const own = run();
    const pieces = (await own.read())?.pieces ?? 0;
    await own.markDone(0, 10);
    // As after a crash that lost them.
    const left = await redis.keys(`${own.prefix}:jobs:*`);
    await redis.del(...left, `${own.prefix}:piece:1`);
    expect((await fleet({}, 'status', '--json')).io.written.out).toContain('"state":"lost"');
    await fleet(WORLD, 'submit', ...SMALL, 'urls');
    expect((await own.piece(0)).kind).toBe('done');
    expect((await own.piece(1)).kind).toBe('open');
    const queue = new JobQueue(own);
    expect((await queue.counts()).waiting).toBe(pieces - 1);
    await queue.close();
  });

  test('waits for workers while too many URLs are pending in Redis', async () => {
    const { fleet, run } = await startFleet();
    const ahead = ['--job-urls', '1', '--ahead', '20'];
    const submitting = fleet(WORLD, 'submit', ...ahead, 'urls');
    const own = run();
    await untilFull(own);
    for (let piece = 0; piece < 300; piece++) await own.markDone(piece, 1);
    expect((await submitting).code).toBe(0);
    expect((await own.read())?.pieces).toBe(300);
  });

  test('starts over if Redis restarted and lost its data', async () => {
    const { fleet, run, redis, server } = await startFleet();
    const ahead = ['--job-urls', '1', '--ahead', '20'];
    const submitting = fleet(WORLD, 'submit', ...ahead, 'urls');
    const own = run();
    await untilFull(own);
    await server.kill();
    await server.restart();
    // After the restart, mark pieces as done without removing them, so that all can be inspected.
    await expect.poll(async () => (await own.read())?.urls).toBe(300);
    await redis.hset(`${own.prefix}:run`, 'donePieces', 300);
    expect((await submitting).code).toBe(0);
    expect((await own.read())?.pieces).toBe(300);
    const pieces = await Promise.all(Array.from({ length: 300 }, (_, at) => own.piece(at)));
    expect(pieces.every(({ kind }) => kind === 'open')).toBe(true);
    const queue = new JobQueue(own);
    expect((await queue.counts()).waiting).toBe(ORIGINS);
    await queue.close();
  });

  test('shows its progress on a terminal', async () => {
    const { fleet } = await startFleet();
    // Each call of the clock advances it by a second.
    let now = 0;
    const world = { ...WORLD, isTerminal: true, now: () => (now += 1000) };
    const { io } = await fleet(world, 'submit', ...SMALL, 'urls');
    expect(io.written.err).toMatch(/\rreading \[#+\] 100%, 300 lines, /);
    expect(io.written.err).toMatch(/\rsubmitting \[#+\.+\] \d+%, \d+ lines, .* left/);
    expect(io.written.err).toContain('\r\x1b[Krepkit fleet: Submitted 300 lines');
  });

  test('queues nothing if the input cannot be read', async () => {
    const { fleet, redis } = await startFleet();
    const { code, io } = await fleet(WORLD, 'submit', 'urls', 'none');
    expect(code).toBe(2);
    expect(io.written.err).toContain('"none" cannot be read: no such file or folder');
    expect(await redis.keys('*')).toEqual([]);
  });
});
