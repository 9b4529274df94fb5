/** URL -> target: the path and query that rules are compared with (rows 17, 19 and 20), as a string of octets. */
import {
  type CompiledDialect,
  DOT,
  ESCAPE,
  FRAGMENT,
  NOT_CANONICAL,
  QUERY,
} from '../compiled-dialect.js';
import { canonicalTarget, octetString } from './octets.js';
import { escapedOctet } from './percent.js';
import { googleTarget } from './target-google.js';
import { afterAuthority, resolvePath, stripped } from './target-url.js';

const SLASH = 0x2f;
const encoder = new TextEncoder();

/**
 * The end of the target that starts at `start`, if every character of it is in canonical form already; else -1.
 * Most URLs are, and are then matched where they stand. Linear in the characters.
 */
export function settledEnd(url: string, start: number, tables: CompiledDialect): number {
  const kinds = tables.targetKinds;
  const { length } = url;
  let { decodes } = tables.targetForm;
  let inPath = true;
  for (let at = start; at < length; at++) {
    const code = url.charCodeAt(at);
    if (code > 0x7f) return -1;
    const kind = kinds[code];
    if (kind === 0) continue;
    if (kind === DOT) {
      // Perhaps a dot segment; what it removes lies before it, so nothing here can be decided on the way.
      if (inPath && url.charCodeAt(at - 1) === SLASH) return -1;
    } else if (kind === QUERY) {
      if (tables.dialect.target === 'path') return at;
      inPath = false;
      decodes = tables.targetForm.decodesInQuery;
    } else if (kind === FRAGMENT) {
      return at;
    } else if (kind === NOT_CANONICAL || (kind === ESCAPE && !isSettledEscape(url, at, decodes))) {
      return -1;
    }
  }
  return length;
}

function isSettledEscape(url: string, at: number, decodes: Uint8Array): boolean {
  const high = url.charCodeAt(at + 1);
  const low = url.charCodeAt(at + 2);
  if (!(high < 0x60 && low < 0x60)) return false;
  const octet = escapedOctet(high, low);
  return octet >= 0 && decodes[octet] === 0;
}

/**
 * The canonical target of a URL: an absolute one, a network-path reference or a target that begins with `/`.
 * Throws a TypeError for anything else, save where the dialect reads whatever it is given.
 */
export function readTarget(url: string | URL, tables: CompiledDialect): string {
  const text = typeof url === 'string' ? url : urlText(url);
  if (tables.dialect.target === 'as-googles-parser') return octetTarget(googleTarget(text), tables);
  return canonicalise(afterAuthority(text, tables.dialect.urlStandardTargets), tables);
}

/** The canonical form of a target that stands alone. Throws a TypeError where it does not begin with `/`. */
export function readBareTarget(target: string, tables: CompiledDialect): string {
  if (typeof target !== 'string' || target.charCodeAt(0) !== SLASH) {
    throw new TypeError(
      `A target begins with "/", such as "/path?query": got ${JSON.stringify(target)}.`,
    );
  }
  return canonicalise(tables.dialect.urlStandardTargets ? stripped(target) : target, tables);
}

function urlText(url: URL): string {
  if (typeof url?.href === 'string') return url.href;
  throw new TypeError('A URL is a string or a URL object.');
}

/** Takes what follows the authority. */
function canonicalise(text: string, tables: CompiledDialect): string {
  const { dialect } = tables;
  const rooted = text.charCodeAt(0) === SLASH ? text : `/${text}`;
  const end = settledEnd(rooted, 0, tables);
  if (end >= 0) return rooted.slice(0, end);
  const fragment = rooted.indexOf('#');
  const target = fragment < 0 ? rooted : rooted.slice(0, fragment);
  const query = target.indexOf('?');
  if (dialect.target === 'path') return octetTarget(query < 0 ? target : target.slice(0, query), tables);
  if (!dialect.urlStandardTargets) return octetTarget(target, tables);
  const path = (query < 0 ? target : target.slice(0, query)).replaceAll('\\', '/');
  return resolvePath(octetTarget(query < 0 ? path : path + target.slice(query), tables));
}

function octetTarget(target: string, tables: CompiledDialect): string {
  const octets = encoder.encode(target);
  const canonical = canonicalTarget(octets, 0, octets.length, tables);
  return octetString(canonical.octets, 0, canonical.length);
}
