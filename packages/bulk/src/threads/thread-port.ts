/** What a thread does: it takes tasks, and gives their results in the same order. */
import { InputError } from '../input-error.js';

/** Whatever works on tasks. */
export interface Runner<Task, Result> {
  /** How many tasks may be under way at once. */
  readonly ahead: number;
  /** Takes the memory of bytes that are the task, which have it to themselves. */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
}

/** What it says to the thread that has started it. */
export type Reply<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'mistake'; readonly sentence: string }
  | { readonly kind: 'fault'; readonly detail: string };

/** Its end of the line between the two. */
export interface Port {
  postMessage(message: Reply<unknown>, transfer: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (task: unknown) => void): unknown;
}

export function workOn<Task, Result>(opening: Promise<Runner<Task, Result>>, port: Port): void {
  // Whoever awaits it first is told.
  opening.catch(() => {});
  let before = Promise.resolve();
  const one = async (task: Task): Promise<void> => {
    try {
      const result = await (await opening).run(task);
      port.postMessage({ kind: 'done', result }, buffersOf(result));
    } catch (error) {
      port.postMessage(failure(error), []);
    }
  };
  port.on('message', (task) => {
    before = before.then(() => one(task as Task));
  });
}

/** The memory that goes over with a message and need not be copied: that of bytes, which have it to themselves. */
export function buffersOf(message: unknown): ArrayBuffer[] {
  const holdsBytes = typeof message === 'object' && message !== null && 'bytes' in message;
  const bytes = holdsBytes ? message.bytes : message;
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [];
}

function failure(error: unknown): Reply<never> {
  if (error instanceof InputError) return { kind: 'mistake', sentence: error.message };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'fault', detail };
}
