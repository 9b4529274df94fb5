/**
 * Shares the event loop among long work. All work of the process together takes at most one slice in a turn of the loop:
 * other requests wait for one slice, however many long ones run.
 */

const SLICE_MS = 10;

/** When the first work of this turn of the loop began. */
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
  // An immediate that is set here runs after the loop has looked for input.
  setImmediate(resumeNext);
}

/** Begins a new slice even if others have used up this turn's: paused work gets on under any load. */
function resumeNext(): void {
  isResuming = false;
  const resume = waiting.shift();
  if (resume === undefined) return;
  beginSlice();
  resume();
}

/** Whether work has to pause, because this turn's slice is over. */
export function isPauseDue(): boolean {
  return Date.now() - (sliceBegan ?? beginSlice()) > SLICE_MS;
}

/** Resolves in a later turn, in order of arrival. Rejects with the signal's reason if nobody waits for the work any more. */
export async function pause(signal: AbortSignal): Promise<void> {
  if (sliceBegan === undefined) beginSlice();
  await new Promise<void>((resolve) => waiting.push(resolve));
  signal.throwIfAborted();
}
