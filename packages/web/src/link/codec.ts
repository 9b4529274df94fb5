/** The state as the fragment of a URL: JSON, compressed, in base64url. It is loaded when a link is read or written. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { LinkProblem } from '../state/app-state.js';
import { readState, type SharedState, writeState } from './shared-state.js';

/** Longer ones are cut by browsers and by what sends links. */
export const MOST_FRAGMENT_CHARACTERS = 262_144;
/** What a fragment may grow to: a few characters can stand for gigabytes. */
const MOST_OCTETS = 8 * 1024 * 1024;

const BEGIN = '#v1=';
const BEGIN_OF_ANY = /^#v\d+=/;

/** Begins with `#`; it may be longer than `MOST_FRAGMENT_CHARACTERS`, and is then no good. */
export function writeFragment(state: SharedState): string {
  const octets = deflateSync(strToU8(writeState(state)), { level: 9 });
  return BEGIN + toBase64Url(octets);
}

export function readFragment(fragment: string): Partial<SharedState> | LinkProblem {
  if (!fragment.startsWith(BEGIN)) return BEGIN_OF_ANY.test(fragment) ? 'newer' : 'damaged';
  if (fragment.length > MOST_FRAGMENT_CHARACTERS) return 'too-long';
  // Of nothing at all the library makes the room that it is given.
  if (fragment.length === BEGIN.length) return 'damaged';
  try {
    const room = new Uint8Array(MOST_OCTETS + 1);
    const octets = inflateSync(fromBase64Url(fragment.slice(BEGIN.length)), { out: room });
    return octets.length > MOST_OCTETS ? 'too-long' : readState(strFromU8(octets));
  } catch {
    return 'damaged';
  }
}

/** RFC 4648 5, without padding. */
function toBase64Url(octets: Uint8Array): string {
  return btoa(strFromU8(octets, true))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  return strToU8(atob(text.replaceAll('-', '+').replaceAll('_', '/')), true);
}
