/**
 * Shares the event loop among long computations. Together they take at most one time slice per turn of the loop, so other
 * requests never wait for more than one slice.
 */

const SLICE_MS = 10;

/** When the first computation of this turn began. */
let sliceBegan: number | undefined;
const waiting: (() => void)[] = [];
let isResuming = false;

function beginSlice(): number {
  sliceBegan = Date.now();
  setImmediate(endSlice);
  return sliceBegan;
}

function endSlice(): void {
  sliceBegan = undefined;
  if (waiting.length === 0 || isResuming) return;
  isResuming = true;
  // An immediate set here runs after the loop has polled for I/O.
  setImmediate(resumeNext);
}

/** Begins a new slice even if this turn's is used up, so that paused computations progress under any load. */
function resumeNext(): void {
  isResuming = false;
  const resume = waiting.shift();
  if (resume === undefined) return;
  beginSlice();
  resume();
}

/** Returns whether the slice of this turn is used up. */
export function isPauseDue(): boolean {
  return Date.now() - (sliceBegan ?? beginSlice()) > SLICE_MS;
}

/** Resolves in a later turn, first come, first served. Rejects with the signal's reason. */
export async function pause(signal: AbortSignal): Promise<void> {
  if (sliceBegan === undefined) beginSlice();
  await new Promise<void>((resolve) => waiting.push(resolve));
  signal.throwIfAborted();
}
