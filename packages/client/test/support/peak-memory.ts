/** The peak memory of this process, as reported by Linux. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Bytes since the last reset. */
export function peak(): number {
  const [, kibibytes] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** Resets the peak to the current use and returns it; see proc(5), clear_refs. */
export function resetPeak(): number {
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', '5');
  return peak();
}
