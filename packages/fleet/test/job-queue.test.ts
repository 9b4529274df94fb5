import { Worker } from 'bullmq';
import { expect, test } from 'vitest';
import { describeWithRedis } from '../../../test/support/with-redis.js';
import { JobQueue, QUEUE_NAME } from '../src/job-queue.js';
import { startFleet } from './support/fleet.js';

describeWithRedis('the queue', () => {
  test('a job that is there is not added again', async () => {
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

  test('a job that fails is tried again later; one that has failed for good begins anew when it is told to', async () => {
    const run = (await startFleet()).run();
    const queue = new JobQueue(run);
    await queue.add([{ first: 4, count: 1 }]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const worker = new Worker(
      QUEUE_NAME,
      async (job) => {
        // Its last try.
        job.attemptsMade = 4;
        throw new Error('no room on the disk');
      },
      { connection: run.redis, prefix: run.prefix },
    );
    worker.on('failed', () => resolve());
    await promise;
    await worker.close();
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 1 });
    expect(await queue.failures(5)).toEqual(['piece-4: no room on the disk']);
    await queue.retryFailed();
    expect(await queue.counts()).toMatchObject({ waiting: 1, failed: 0 });
    await queue.close();
  });
});
