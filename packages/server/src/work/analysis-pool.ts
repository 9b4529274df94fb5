import { fileURLToPath } from 'node:url';
import Tinypool from 'tinypool';
import { Problem, type ProblemLocation, type ProblemName, retryAfter } from '../http/problem.js';
import type { Work } from '../http/request-work.js';
import { ANALYSIS_HEAP_MEBIBYTES, type ServerLimits, SMALL_BYTES } from '../options.js';

/** The bundled service finds it here too. */
const THREAD = fileURLToPath(new URL('../../dist/routes/thread.js', import.meta.url));

/** New objects of a thread. By default V8 takes up to 192 MiB for them, in addition to ANALYSIS_HEAP_MEBIBYTES. */
const YOUNG_HEAP_MEBIBYTES = 48;

/** The operations that run in threads. */
export type AnalysisName = 'check' | 'diff' | 'format' | 'lint' | 'page-rules' | 'preferences';

/** The message to a thread. */
export interface AnalysisInput {
  readonly name: AnalysisName;
  readonly input: object;
}

/** The JSON, or a problem as a plain object, because class instances cannot be passed between threads. */
export type AnalysisResult =
  | { readonly text: string }
  | {
      readonly problem: ProblemName;
      readonly detail: string;
      readonly locations: readonly ProblemLocation[];
    };

/** Threads that run analyses. Aborting an analysis ends its thread. */
export interface AnalysisThreads {
  run(analysis: AnalysisInput, options: { readonly signal: AbortSignal }): Promise<AnalysisResult>;
  destroy(): Promise<void>;
}

/** Starts a number of threads. */
export type StartAnalysisThreads = (count: number) => AnalysisThreads;

/** Runs analyses in threads, so that the event loop stays free for other requests. */
export class AnalysisPool {
  readonly #limits: ServerLimits;
  readonly #start: StartAnalysisThreads;
  #threads: AnalysisThreads | undefined;
  #inFlight = 0;
  #isClosed = false;

  constructor(limits: ServerLimits, start: StartAnalysisThreads = startThreads) {
    this.#limits = limits;
    this.#start = start;
  }

  /** Number of analyses waiting for a thread. */
  get waiting(): number {
    return Math.max(0, this.#inFlight - this.#limits.analysisThreads);
  }

  /**
   * Returns the JSON of an analysis. Rejects with a Problem if the request is invalid, the queue is full or the analysis
   * takes too much memory, and with the signal's reason. Aborting an analysis ends its thread immediately.
   */
  async run(name: AnalysisName, input: object, work: Work): Promise<string> {
    const { signal } = work;
    const { analysisThreads, analysisQueue } = this.#limits;
    signal.throwIfAborted();
    if (this.#isClosed || this.#inFlight >= analysisThreads + analysisQueue) throw busy();
    this.#inFlight++;
    this.#threads ??= this.#start(analysisThreads);
    let result: AnalysisResult;
    try {
      result = await this.#threads.run({ name, input }, { signal });
    } catch (error) {
      // Tinypool rejects with its own error instead of the reason.
      signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
        const detail = `The analysis needs more than ${ANALYSIS_HEAP_MEBIBYTES} MiB of memory. Send a smaller file.`;
        throw new Problem('analysis-too-large', detail);
      }
      throw this.#isClosed ? busy() : error;
    } finally {
      this.#inFlight--;
    }
    if ('text' in result) {
      if (result.text.length > SMALL_BYTES) work.hold(result.text.length);
      return result.text;
    }
    throw new Problem(result.problem, result.detail, { locations: result.locations });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads?.destroy();
  }
}

function startThreads(count: number): AnalysisThreads {
  const pool = new Tinypool({
    filename: THREAD,
    name: 'run',
    // With a smaller minimum, an aborted thread would be replaced only when the next task arrives.
    minThreads: count,
    maxThreads: count,
    resourceLimits: {
      maxOldGenerationSizeMb: ANALYSIS_HEAP_MEBIBYTES,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MEBIBYTES,
    },
    // A thread releases its memory only by ending.
    maxMemoryLimitBeforeRecycle: (ANALYSIS_HEAP_MEBIBYTES / 2) * 1024 * 1024,
  });
  // The pool replaces a thread that fails between two tasks; without a listener the process would crash.
  pool.on('error', () => {});
  return pool;
}

function busy(): Problem {
  const detail = 'Too many analyses are waiting. Try again in a few seconds.';
  return new Problem('busy', detail, retryAfter(5));
}
