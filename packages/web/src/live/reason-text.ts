/** Why an access came to what it did, in the language of the reader. */
import type { Messages } from '../messages/messages.js';
import type { Provenance } from './robots-answer.js';

/** The words of the page where it knows the reason, or else those of the service; empty where nothing is to be said. */
export function reasonText(
  { reasons }: Messages['live'],
  { reason, detail = '' }: Pick<Provenance, 'reason' | 'detail'>,
): string {
  const known = new Map<string, string>(Object.entries(reasons));
  return reason === undefined ? detail : (known.get(reason) ?? (detail || reason));
}
