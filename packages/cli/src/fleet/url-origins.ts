/** The origin of URLs, as the client keeps robots.txt files by it, and a hash of it. */
import { originOf } from '@repkit/client';
import { utf8Text } from '../bulk/blocks.js';
import type { OriginOfRow } from './pieces.js';

/** Beginnings of URLs whose origin is remembered. */
const MOST_KEPT = 100_000;

const NONE: OriginOfRow = { origin: '', hash: 0 };

/** Up to the slash behind the authority; URLs that begin alike are of the same origin. */
const USUAL_BEGINNING = /^https?:\/\/[^/?#\\\s\x80-\xff]+\//;

export function originReader(): (url: string) => OriginOfRow {
  const kept = new Map<string, OriginOfRow>();
  return (url) => {
    const key = USUAL_BEGINNING.exec(url)?.[0];
    const known = key === undefined ? undefined : kept.get(key);
    if (known !== undefined) return known;
    const text = utf8Text(url);
    const origin = text === undefined ? undefined : originOf(text);
    const found = origin === undefined ? NONE : { origin, hash: hashOf(origin) };
    if (key !== undefined) {
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, found);
    }
    return found;
  };
}

/** FNV-1a, mixed once more: its low bits alone choose the file. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
