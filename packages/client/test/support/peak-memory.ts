/** The most memory that this process has in use at once, as Linux tells it. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Bytes since the last reset. */
export function peak(): number {
  const [, kibibytes] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** The peak falls back to what is in use now, which is answered; see proc(5), clear_refs. */
export function resetPeak(): number {
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', '5');
  return peak();
}
