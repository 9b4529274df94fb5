/** The job queue of a run, on BullMQ. */
import { type JobsOptions, Queue } from 'bullmq';
import type { FleetRun } from './fleet-run.js';
import { retryWhileDown } from './redis.js';

/** A job is a range of consecutive pieces. */
export interface FleetJob {
  readonly first: number;
  readonly count: number;
}

export const QUEUE_NAME = 'jobs';

/** Retries jobs, because they fail for temporary reasons such as a full disk, never because of a site. */
const OPTIONS: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 5000 },
  // The bits of the pieces record what is done.
  removeOnComplete: true,
};

export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  /** Failed jobs that will be retried. */
  readonly delayed: number;
  readonly failed: number;
}

export class JobQueue {
  readonly #queue: Queue<FleetJob>;

  constructor({ redis, prefix }: FleetRun) {
    this.#queue = new Queue(QUEUE_NAME, {
      connection: redis,
      prefix,
      // Events are not used.
      streams: { events: { maxLen: 10 } },
    });
    // Connections are restored automatically, and failing commands report their own errors.
    this.#queue.on('error', () => {});
  }

  /** Adds jobs that are not in the queue yet, identified by their first piece. */
  async add(jobs: readonly FleetJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const added = jobs.map((data) => ({
      name: 'pieces',
      data,
      opts: { ...OPTIONS, jobId: `piece-${data.first}` },
    }));
    await retryWhileDown(() => this.#queue.addBulk(added));
  }

  async counts(): Promise<JobCounts> {
    const counts = await retryWhileDown(() =>
      this.#queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    );
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return { waiting, active, delayed, failed };
  }

  /** Returns messages about the last jobs that failed permanently. */
  async failures(most: number): Promise<readonly string[]> {
    const jobs = await retryWhileDown(() => this.#queue.getFailed(0, most - 1));
    return jobs.map(({ id, failedReason }) => `${id}: ${failedReason}`);
  }

  /** Retries jobs that failed permanently. */
  async retryFailed(): Promise<void> {
    await retryWhileDown(() => this.#queue.retryJobs({ state: 'failed' }));
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }
}
