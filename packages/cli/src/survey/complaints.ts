/** What is said at the end of a survey. */
import type { Tallies } from './tallies.js';

/** Undefined where there is nothing to say. */
export function summarySentence(tallies: Tallies): string | undefined {
  const broken = tallies.get('files', 'not read');
  const skipped = tallies.get('files', 'skipped');
  const parts = [
    `${tallies.get('files', 'all')} robots.txt surveyed`,
    ...(broken > 0 ? [`${broken} ${broken === 1 ? 'place' : 'places'} could not be read`] : []),
    ...(skipped > 0
      ? [`${skipped} ${skipped === 1 ? 'record is' : 'records are'} of something else`]
      : []),
  ];
  return parts.length === 1 ? undefined : `${parts.join(', ')}.`;
}
