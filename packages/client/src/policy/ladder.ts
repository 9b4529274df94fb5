/** The unreachable ladder (RFC 9309 2.3.1.4, Google's page, Koster 1996 3.1). Pure. */
import type { Policy } from './policy.js';

/** What holds for an origin that has been unreachable for `forMs` milliseconds. */
export function ladderAnswer(
  { ladder }: Policy,
  forMs: number,
  hasCopy: boolean,
): 'disallow' | 'allow' | 'copy' {
  // Asked this way round, a clock that tells no time (NaN) is on the first step.
  const step = ladder.find(({ untilMs }) => !(forMs >= untilMs)) ?? ladder.at(-1);
  switch (step?.answer) {
    case 'copy-or-allow':
      return hasCopy ? 'copy' : 'allow';
    case 'copy-or-disallow':
      return hasCopy ? 'copy' : 'disallow';
    case 'allow':
      return 'allow';
    default:
      return 'disallow';
  }
}
