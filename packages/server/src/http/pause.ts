/**
 * Shares the event loop among long computations. Together they take one time slice and then let the loop turn a few times
 * without them, so other requests never wait for more than one slice.
 */

const { nextTick } = process.getBuiltinModule('node:process');

const SLICE_MS = 10;
/**
 * Turns between two slices, unless they take longer than the slice did. libuv accepts one connection per turn, so with one
 * turn per slice a burst of 60 connections would delay the next one by 60 slices. A turn without work takes a few
 * microseconds.
 */
const TURNS_BETWEEN = 32;
/** Ordinary requests take less. After such a short slice, the next one may begin in the next turn unless computations wait. */
const SHORT_MS = 5;

/** Work for a client, until the signal is aborted. */
export interface ClientWork {
  /** Address of the client. */
  readonly client: string;
  readonly signal: AbortSignal;
}

/** When the first computation of this turn began. */
let sliceBegan: number | undefined;
/** Whether these are the turns between two slices, in which no computation may begin or go on. */
let isBetween = false;
/** Per client, in order. The client whose computation was resumed last comes last. */
const waiting = new Map<string, (() => void)[]>();

function beginSlice(): number {
  const began = performance.now();
  sliceBegan = began;
  setImmediate(endSlice, began);
  return began;
}

function endSlice(began: number): void {
  const now = performance.now();
  const took = now - began;
  sliceBegan = undefined;
  if (took < SHORT_MS && waiting.size === 0) return;
  isBetween = true;
  afterTurns(beginNext, TURNS_BETWEEN, now + took);
}

/** Calls a function after other connections have had turns, or at the first turn after `until`. */
export function afterTurns(
  run: () => void,
  turns: number = TURNS_BETWEEN,
  until: number = Number.POSITIVE_INFINITY,
): void {
  // An immediate that is set in an immediate runs after the loop has polled for I/O.
  setImmediate(() => {
    if (turns === 1 || performance.now() > until) run();
    else afterTurns(run, turns - 1, until);
  });
}

function beginNext(): void {
  isBetween = false;
  if (waiting.size === 0) return;
  beginSlice();
  resumeNext();
}

/** Resumes as many computations as fit into the slice: with one per slice, thousands of short ones would take minutes. */
function resumeNext(): void {
  const [next] = waiting;
  if (next !== undefined) {
    const [client, queue] = next;
    waiting.delete(client);
    queue.shift()?.();
    if (queue.length > 0) waiting.set(client, queue);
  }
  if (waiting.size === 0) return;
  // Ticks run once there are no more microtasks, which is when the computation waits again.
  queueMicrotask(() => nextTick(() => isPauseDue() || resumeNext()));
}

/** Returns whether the slice of this turn is used up, or the next slice has not begun. */
export function isPauseDue(): boolean {
  return isBetween || performance.now() - (sliceBegan ?? beginSlice()) > SLICE_MS;
}

/** Returns whether a long computation must pause before it begins, because others wait or the slice is used up. */
export function mustWait(): boolean {
  return waiting.size > 0 || isPauseDue();
}

/** Resolves in a later turn; clients take turns. Rejects with the signal's reason. */
export async function pause({ client, signal }: ClientWork): Promise<void> {
  if (sliceBegan === undefined && !isBetween) beginSlice();
  await new Promise<void>((resolve) => {
    const queue = waiting.get(client);
    if (queue === undefined) waiting.set(client, [resolve]);
    else queue.push(resolve);
  });
  signal.throwIfAborted();
}

/**
 * Returns a signal that follows the one of the work when a slice is free, for fetches: canceling those of one request takes
 * a slice, and a client can disconnect many requests at once.
 */
export function abortInSlice(work: ClientWork): AbortSignal {
  const { signal } = work;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  const abortWhenFree = () => (mustWait() ? void pause(work).catch(abort) : abort());
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abortWhenFree, { once: true });
  return controller.signal;
}
