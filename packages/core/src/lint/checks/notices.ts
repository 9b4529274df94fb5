/** Diagnostics about lint itself: what it omitted or could not decide. */
import type { CheckFacts } from './check.js';

export const undecided = {
  code: 'undecided',
  about: 'rule',
  severity: 'info',
  clause: 'RFC 9309 2.2.2',
  title: 'Not fully checked',
  description: 'The budget ran out before all proofs were complete.',
} as const satisfies CheckFacts;

export const unusedIgnore = {
  code: 'unused-ignore',
  about: 'file',
  severity: 'info',
  clause: 'RFC 9309 2.2',
  title: 'Unused ignore comment',
  description: 'A "repkit-ignore-next-line" comment hides no diagnostic.',
} as const satisfies CheckFacts;

export const omitted = {
  code: 'omitted',
  about: 'file',
  severity: 'warning',
  clause: 'RFC 9309 2.2',
  title: 'More diagnostics omitted',
  description: 'A code has more than 5,000 diagnostics. The severity is that of the omitted ones.',
} as const satisfies CheckFacts;
