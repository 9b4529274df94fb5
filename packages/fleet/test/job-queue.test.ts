import { Worker } from 'bullmq';
import { expect, test } from 'vitest';
import { describeWithRedis } from '../../../test/support/with-redis.js';
import { JobQueue, QUEUE_NAME } from '../src/job-queue.js';
import { startFleet } from './support/fleet.js';

describeWithRedis('the queue', () => {
  test('does not add a job twice', async () => {
    const run = (await startFleet()).run();
    const queue = new JobQueue(run);
    await queue.add([]);
    for (let times = 0; times < 2; times++) {
      await queue.add([
        { first: 0, count: 1 },
        { first: 1, count: 3 },
      ]);
    }
    expect(await queue.counts()).toEqual({ waiting: 2, active: 0, delayed: 0, failed: 0 });
    await queue.close();
  });

  test('reports jobs that failed permanently and retries them on request', async () => {
    const run = (await startFleet()).run();
    const queue = new JobQueue(run);
    await queue.add([{ first: 4, count: 1 }]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const worker = new Worker(
      QUEUE_NAME,
      async (job) => {
        // Makes this the last attempt.
        job.attemptsMade = 4;
        throw new Error('disk full');
      },
      { connection: run.redis, prefix: run.prefix },
    );
    worker.on('failed', () => resolve());
    await promise;
    await worker.close();
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 1 });
    expect(await queue.failures(5)).toEqual(['piece-4: disk full']);
    await queue.retryFailed();
    expect(await queue.counts()).toMatchObject({ waiting: 1, failed: 0 });
    await queue.close();
  });
});
