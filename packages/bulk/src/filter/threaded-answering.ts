/** Blocks answered on several threads. */
import type { System } from '../system.js';
import { Pool } from '../threads/pool.js';
import { type Answered, type Answering, type FixedWork, fixedAnswering } from './answering.js';

/** Blocks queued per thread: a block takes less than a millisecond, writing one may take several. */
const BLOCKS_A_THREAD = 6;
/** One thread cannot divide the input and write the output for more. */
const MOST_BY_ITSELF = 8;
/** Less input than this is done before threads have started. */
const ALONE_BYTES = 8 * 1024 * 1024;

/** Starts the threads once the input turns out to be large. */
class GrowingAnswering implements Answering {
  readonly ahead: number;
  readonly #pool: Pool<Uint8Array, Answered>;
  #bytes = 0;

  constructor(pool: Pool<Uint8Array, Answered>) {
    this.ahead = pool.ahead;
    this.#pool = pool;
  }

  run(bytes: Uint8Array): Promise<Answered> {
    this.#bytes += bytes.length;
    if (this.#bytes > ALONE_BYTES) this.#pool.start();
    return this.#pool.run(bytes);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** `count` undefined: one thread per core, if the input is large. */
export async function answeringWith(
  work: FixedWork,
  count: number | undefined,
  io: Pick<System, 'openFile' | 'startThread' | 'cores'>,
  warn?: (sentence: string) => void,
): Promise<Answering> {
  const own = await fixedAnswering(work, io, warn);
  const jobs = count ?? Math.min(io.cores(), MOST_BY_ITSELF);
  if (jobs === 1) return own;
  const options = { threads: jobs - 1, tasksAThread: BLOCKS_A_THREAD };
  const pool = new Pool(own, options, () => io.startThread({ kind: 'filter', ...work }));
  if (count === undefined) return new GrowingAnswering(pool);
  pool.start();
  return pool;
}
