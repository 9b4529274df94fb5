import type { FleetStatus } from '@repkit/fleet';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { statusText } from '../../src/commands/fleet-actions.js';
import { startFleet } from '../support/fleet.js';

const NO_JOBS = { waiting: 0, active: 0, delayed: 0, failed: 0 };

test('the text output', () => {
  const status: FleetStatus = {
    name: 'june',
    state: 'failed',
    urls: { done: 250_000, all: 1_000_000, perSecond: 2500 },
    pieces: { done: 50, submitted: 200, all: 200 },
    jobs: { ...NO_JOBS, failed: 1 },
    secondsLeft: 300,
    workers: [{ name: 'a\x1b:1', urls: 250_000, urlsPerSecond: 2500 }],
    failures: ['piece-7: no space left'],
  };
  expect(statusText(status)).toBe(
    'june: failed, 25%: 250,000 of 1,000,000 URLs, 2,500/s, 5 min left\n' +
      'pieces: 50 done of 200; jobs: 0 waiting, 0 active, 0 to be retried, 1 failed; workers: 1\n' +
      '  a\\x1b:1: 250,000 URLs, 2,500/s\n' +
      '  piece-7: no space left\n' +
      'Fix the failures, then run repkit fleet submit again with the same input.\n',
  );
});

describeWithRedis('a run', () => {
  test('an unknown run', async () => {
    const { fleet } = await startFleet();
    const { code, io } = await fleet({}, 'status');
    expect(code).toBe(2);
    expect(io.written.err).toBe(
      'repkit fleet: There is no run "run". Check --name, or submit it first.\n',
    );
  });

  test('--watch prints until it is stopped or the run ends', async () => {
    const { fleet } = await startFleet();
    const world = { files: { urls: 'http://a.invalid/\n' } };
    await fleet(world, 'submit', 'urls');
    const stopped = await fleet({ stop: AbortSignal.abort() }, 'status', '--watch');
    expect(stopped.code).toBe(1);
    const watched = fleet({}, 'status', '--watch');
    expect((await fleet({}, 'work', '--output', temporaryFolder())).code).toBe(0);
    expect((await watched).code).toBe(0);
    expect((await watched).io.written.out).toContain('run: done, 100%: 1 of 1 URLs');
  });
});
