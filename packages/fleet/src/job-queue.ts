/** The queue of a run in BullMQ: which jobs there are, and what becomes of those that fail. */
import { type JobsOptions, Queue } from 'bullmq';
import type { FleetRun } from './fleet-run.js';
import { patiently } from './redis.js';

/** The pieces of a job, one after the other. */
export interface FleetJob {
  readonly first: number;
  readonly count: number;
}

export const QUEUE_NAME = 'jobs';

/** A failure is that of a disk or of Redis, never of a site: it may pass. */
const OPTIONS: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 5000 },
  // What is done is known by the bits of its pieces.
  removeOnComplete: true,
};

export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  /** Failed, and waiting to be tried again. */
  readonly delayed: number;
  readonly failed: number;
}

export class JobQueue {
  readonly #queue: Queue<FleetJob>;

  constructor({ redis, prefix }: FleetRun) {
    this.#queue = new Queue(QUEUE_NAME, {
      connection: redis,
      prefix,
      // Nobody listens to them.
      streams: { events: { maxLen: 10 } },
    });
    // A connection that breaks is made again, and commands say so themselves.
    this.#queue.on('error', () => {});
  }

  /** Adds jobs that are not in the queue: their names say which pieces they are. */
  async add(jobs: readonly FleetJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const added = jobs.map((data) => ({
      name: 'pieces',
      data,
      opts: { ...OPTIONS, jobId: `piece-${data.first}` },
    }));
    await patiently(() => this.#queue.addBulk(added));
  }

  async counts(): Promise<JobCounts> {
    const counts = await patiently(() =>
      this.#queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    );
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return { waiting, active, delayed, failed };
  }

  /** Why the last jobs failed that nobody tries again, one sentence each. */
  async failures(most: number): Promise<readonly string[]> {
    const jobs = await patiently(() => this.#queue.getFailed(0, most - 1));
    return jobs.map(({ id, failedReason }) => `${id}: ${failedReason}`);
  }

  /** Lets jobs that failed for good begin anew. */
  async retryFailed(): Promise<void> {
    await patiently(() => this.#queue.retryJobs({ state: 'failed' }));
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }
}
