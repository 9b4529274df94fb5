/** Threads for analyses, so that the event loop stays free for other requests. */
import { fileURLToPath } from 'node:url';
import Tinypool from 'tinypool';
import { Problem } from '../http/problem.js';
import type { Work } from '../http/request-work.js';
import { ANALYSIS_HEAP_MEBIBYTES, type ServerLimits, SMALL_BYTES } from '../options.js';
import type { Analysis, AnalysisResult } from './analyses.js';

/** Threads run compiled code, also if this file itself is run from its source. */
const THREAD = fileURLToPath(new URL('../../dist/work/analyses.js', import.meta.url));

export class AnalysisPool {
  readonly #limits: ServerLimits;
  #pool: Tinypool | undefined;
  #underWay = 0;
  #isClosed = false;

  constructor(limits: ServerLimits) {
    this.#limits = limits;
  }

  /** Analyses that wait for a thread. */
  get waiting(): number {
    return Math.max(0, this.#underWay - this.#limits.analysisThreads);
  }

  /**
   * Returns the JSON of an analysis. Rejects with a Problem if the request is invalid, the queue is full or the analysis
   * takes too much memory, and with the signal's reason. An aborted analysis ends at once, together with its thread.
   */
  async run(analysis: Analysis, work: Work): Promise<string> {
    const { signal } = work;
    const { analysisThreads, analysisQueue } = this.#limits;
    signal.throwIfAborted();
    if (this.#isClosed || this.#underWay >= analysisThreads + analysisQueue) throw busy();
    this.#underWay++;
    this.#pool ??= makePool(analysisThreads);
    let result: AnalysisResult;
    try {
      result = await this.#pool.run(analysis, { signal });
    } catch (error) {
      // The pool replaces the reason by an error of its own.
      signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooInvolved();
      throw this.#isClosed ? busy() : error;
    } finally {
      this.#underWay--;
    }
    if ('text' in result) {
      if (result.text.length > SMALL_BYTES) work.hold(result.text.length);
      return result.text;
    }
    throw new Problem(result.problem, result.detail, { places: result.places });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.destroy();
  }
}

function makePool(threads: number): Tinypool {
  const pool = new Tinypool({
    filename: THREAD,
    name: 'run',
    // With fewer threads at least than at most, an aborted thread is replaced only when the next task arrives.
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: ANALYSIS_HEAP_MEBIBYTES },
    // A thread returns its memory by ending.
    maxMemoryLimitBeforeRecycle: (ANALYSIS_HEAP_MEBIBYTES / 2) * 1024 * 1024,
  });
  // A thread that fails between two tasks is replaced; without a listener the process would end.
  pool.on('error', () => {});
  return pool;
}

function busy(): Problem {
  const detail = 'Too many analyses wait for a thread: try again in a moment.';
  return new Problem('busy', detail, { headers: { 'retry-after': '5' } });
}

function tooInvolved(): Problem {
  return new Problem(
    'analysis-too-large',
    `The analysis needs more than ${ANALYSIS_HEAP_MEBIBYTES} MiB: send a smaller file.`,
  );
}
