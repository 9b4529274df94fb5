/** Runs tasks that arrive as messages and replies with their results in the same order. */
import { InputError } from '../bytes/input-error.js';

export interface Runner<Task, Result> {
  /** Number of tasks that may be started before the first one has finished. */
  readonly ahead: number;
  /** May transfer the memory of a task that is bytes, which no other bytes may share. */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
}

export type Reply<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'input-error'; readonly message: string }
  | { readonly kind: 'defect'; readonly detail: string };

/** The part of `MessagePort` that is used here. */
export interface Port {
  postMessage(message: Reply<unknown>, transfer: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (task: unknown) => void): unknown;
}

export function serveTasks<Task, Result>(opening: Promise<Runner<Task, Result>>, port: Port): void {
  // Each task awaits it and reports its error.
  opening.catch(() => {});
  let last = Promise.resolve();
  const runTask = async (task: Task): Promise<void> => {
    try {
      const result = await (await opening).run(task);
      port.postMessage({ kind: 'done', result }, buffersOf(result));
    } catch (error) {
      port.postMessage(failure(error), []);
    }
  };
  port.on('message', (task) => {
    last = last.then(() => runTask(task as Task));
  });
}

/** Returns the memory to transfer with a message instead of copying it: that of its bytes, which share it with nothing. */
export function buffersOf(message: unknown): ArrayBuffer[] {
  const holdsBytes = typeof message === 'object' && message !== null && 'bytes' in message;
  const bytes = holdsBytes ? message.bytes : message;
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [];
}

function failure(error: unknown): Reply<never> {
  if (error instanceof InputError) return { kind: 'input-error', message: error.message };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'defect', detail };
}
