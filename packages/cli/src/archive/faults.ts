/** What is said of what an archive has that cannot be read. */
import type { Fault } from './entry.js';

/** Millions of them would bury whatever else standard error says. */
export const MOST_SHOWN_FAULTS = 10;

export function faultSentence({ file, offset, line, name, why }: Fault): string {
  const place = name ?? (line === undefined ? `octet ${offset}` : `line ${line}`);
  return `"${file}", ${place}: ${why}.`;
}
