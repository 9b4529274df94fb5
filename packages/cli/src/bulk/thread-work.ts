/** What a thread of a bulk run does: it takes blocks, and gives their answers in the same order. */
import { CommandError } from '../command-error.js';
import type { Io } from '../io.js';
import { type Answered, type FixedWork, fixedAnswering } from './answering.js';

/** What it says to the thread that has started it. */
export type Reply =
  | { readonly kind: 'answered'; readonly answered: Answered }
  | { readonly kind: 'mistake'; readonly sentence: string }
  | { readonly kind: 'fault'; readonly detail: string };

/** Its end of the line between the two. */
export interface Port {
  postMessage(message: Reply, transfer: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (octets: Uint8Array) => void): unknown;
}

export function workOn(work: FixedWork, port: Port, io: Pick<Io, 'openFile'>): void {
  const opened = fixedAnswering(work, io);
  // Whoever awaits it first is told.
  opened.catch(() => {});
  let before = Promise.resolve();
  const one = async (octets: Uint8Array): Promise<void> => {
    try {
      const answered = await (await opened).answer(octets);
      port.postMessage({ kind: 'answered', answered }, [answered.octets.buffer as ArrayBuffer]);
    } catch (error) {
      port.postMessage(failure(error), []);
    }
  };
  port.on('message', (octets) => {
    before = before.then(() => one(octets));
  });
}

function failure(error: unknown): Reply {
  if (error instanceof CommandError) return { kind: 'mistake', sentence: error.message };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'fault', detail };
}
