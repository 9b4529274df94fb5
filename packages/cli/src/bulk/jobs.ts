/** The threads of a run of `repkit filter`. */
import type { Io } from '../io.js';
import { Pool } from '../threads/pool.js';
import { type Answered, type Answering, type FixedWork, fixedAnswering } from './answering.js';

/** A block takes less than a millisecond, and what is written meanwhile may take several. */
const BLOCKS_A_THREAD = 6;
/** More than one thread can cut and write for. */
const MOST_BY_ITSELF = 8;
/** Less is done before the threads have started. */
const ALONE_OCTETS = 8 * 1024 * 1024;

/** Alone at first: most inputs are small, and done before a thread has started. */
class GrowingAnswering implements Answering {
  readonly ahead: number;
  readonly #pool: Pool<Uint8Array, Answered>;
  #octets = 0;

  constructor(pool: Pool<Uint8Array, Answered>) {
    this.ahead = pool.ahead;
    this.#pool = pool;
  }

  run(octets: Uint8Array): Promise<Answered> {
    this.#octets += octets.length;
    if (this.#octets > ALONE_OCTETS) this.#pool.start();
    return this.#pool.run(octets);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** On as many threads as are asked for; undefined: on all cores, where there is much to do. */
export async function answeringWith(
  work: FixedWork,
  count: number | undefined,
  io: Pick<Io, 'openFile' | 'startThread' | 'cores'>,
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
