/** How much memory an entry takes beside its body. */
import type { Entry } from './entry.js';

/** What an entry takes beside its body and the text of its facts, about. */
const OBJECT_OCTETS = 500;

/** About so many octets: what a server says, such as where its redirects lead, may be long. */
export function factsOctets(entry: Entry): number {
  const facts = JSON.stringify(entry, (name, value) => (name === 'body' ? undefined : value));
  // Two octets a character, as the longest text of the facts may not be in Latin letters.
  return OBJECT_OCTETS + 2 * facts.length;
}
