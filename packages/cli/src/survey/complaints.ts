/** What is said of what could not be read. */
import type { Fault } from '../archive/entry.js';
import type { Tallies } from './tallies.js';

/** Millions of them would bury whatever else standard error says. */
export const MOST_SHOWN_FAULTS = 10;

export function faultSentence({ file, offset, line, name, why }: Fault): string {
  const place = name ?? (line === undefined ? `octet ${offset}` : `line ${line}`);
  return `"${file}", ${place}: ${why}.`;
}

/** Undefined where there is nothing to say. */
export function summarySentence(tallies: Tallies): string | undefined {
  const broken = tallies.get('files', 'not read');
  const skipped = tallies.get('files', 'skipped');
  const parts = [
    `${tallies.get('files', 'all')} robots.txt surveyed`,
    ...(broken > 0 ? [`${broken} places could not be read`] : []),
    ...(skipped > 0 ? [`${skipped} records are of something else`] : []),
  ];
  return parts.length === 1 ? undefined : `${parts.join(', ')}.`;
}
