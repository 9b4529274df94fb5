/** Threads that survey sections, each of them one at a time. */
import type { Worker } from 'node:worker_threads';
import type { SectionTask, SurveyedSection, SurveyFormat } from './section-survey.js';
import { SectionSurvey } from './section-survey.js';
import type { SurveyOptions } from './surveyor.js';

/** What a thread is started with. */
export interface ThreadData {
  readonly options: SurveyOptions;
  readonly format: SurveyFormat;
}

/** What a thread answers: the section, or what went wrong. */
export type ThreadAnswer =
  | { readonly surveyed: SurveyedSection }
  | { readonly problem: string; readonly isOurs: boolean };

export interface Crew {
  /** How many tasks are worked on at once. */
  readonly size: number;
  survey(task: SectionTask): Promise<SurveyedSection>;
  close(): Promise<void>;
}

/** This thread alone. */
export function soloCrew({ options, format }: ThreadData): Crew {
  const own = new SectionSurvey(options, format);
  return {
    size: 1,
    survey: (task) => own.survey(task),
    close: async () => own.close(),
  };
}

type ErrorOf = (answer: { readonly problem: string; readonly isOurs: boolean }) => Error;

interface Waiting {
  readonly task: SectionTask;
  readonly resolve: (surveyed: SurveyedSection) => void;
  readonly reject: (error: unknown) => void;
}

export class ThreadCrew implements Crew {
  readonly size: number;
  readonly #threads: readonly Worker[];
  readonly #idle: Worker[];
  readonly #busy = new Map<Worker, Waiting>();
  readonly #waiting: Waiting[] = [];
  readonly #errorOf: ErrorOf;

  /** @param errorOf makes the error of what a thread could not do */
  constructor(threads: readonly Worker[], errorOf: ErrorOf) {
    this.#errorOf = errorOf;
    this.size = threads.length;
    this.#threads = threads;
    this.#idle = [...threads];
    for (const thread of threads) {
      thread.on('message', (answer: ThreadAnswer) => this.#answered(thread, answer));
      // It is not idle any more: what it was at ends the run.
      thread.on('error', (error) => this.#busy.get(thread)?.reject(error));
    }
  }

  survey(task: SectionTask): Promise<SurveyedSection> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #next(): void {
    const thread = this.#waiting.length > 0 ? this.#idle.pop() : undefined;
    const first = thread && this.#waiting.shift();
    if (thread === undefined || first === undefined) return;
    this.#busy.set(thread, first);
    thread.postMessage(first.task);
  }

  #answered(thread: Worker, answer: ThreadAnswer): void {
    const waiting = this.#busy.get(thread);
    this.#busy.delete(thread);
    this.#idle.push(thread);
    this.#next();
    if ('surveyed' in answer) waiting?.resolve(answer.surveyed);
    else waiting?.reject(this.#errorOf(answer));
  }
}
