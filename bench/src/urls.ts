/** URLs as in a crawl: about half match rules of the file, the rest are anywhere on the site. */
import type { Random } from './random.ts';
import { flat, path, query, SECTIONS, segment } from './words.ts';

const LEAST_BYTES = 30;
const MOST_BYTES = 90;
const ESCAPES = ['%20', '%C3%A9', '%7E', '%2F', '%26'];
const BEYOND_ASCII = ['é', 'ü', '日本', 'ж'];

/** Returns a path that the pattern matches: replaces each star by a segment and drops a final `$`. */
function underPattern(random: Random, pattern: string): string {
  const ends = pattern.endsWith('$');
  let text = '';
  for (const character of ends ? pattern.slice(0, -1) : pattern) {
    text += character === '*' ? segment(random) : character;
  }
  if (!text.startsWith('/')) text = `/${text}`;
  if (!ends && random.chance(60)) text += text.endsWith('/') ? segment(random) : path(random, 12);
  return text;
}

function withQuery(random: Random, target: string): string {
  return target.includes('?') ? target : `${target}?${query(random)}`;
}

/** Inserts text into the path after one of its slashes. */
function insert(random: Random, target: string, text: string): string {
  const slashes: number[] = [];
  const end = target.includes('?') ? target.indexOf('?') : target.length;
  for (let at = 0; at < end; at++) if (target[at] === '/') slashes.push(at + 1);
  const at = random.pick(slashes);
  return target.slice(0, at) + text + target.slice(at);
}

function makeUrl(random: Random, origin: string, patterns: readonly string[], index: number): string {
  const room = MOST_BYTES - origin.length;
  let target =
    random.chance(50) && patterns.length > 0
      ? underPattern(random, random.pick(patterns))
      : path(random, 12 + random.below(room - 12));
  if (random.chance(25)) target = withQuery(random, target);
  if (random.chance(4)) target = insert(random, target, `${segment(random)}${random.pick(ESCAPES)}`);
  // One in a hundred each, by index instead of at random, so that the small sample contains them too.
  if (index % 100 === 17) target = insert(random, target, `${random.pick(SECTIONS)}/../`);
  if (index % 100 === 63) target = insert(random, target, random.pick(BEYOND_ASCII));
  return origin + target;
}

/** Returns `count` distinct absolute URLs of 30 to 90 characters. */
export function urlSample(random: Random, origin: string, patterns: readonly string[], count: number): string[] {
  const urls = new Set<string>();
  while (urls.size < count) {
    const url = makeUrl(random, origin, patterns, urls.size);
    if (url.length >= LEAST_BYTES && url.length <= MOST_BYTES) urls.add(flat(url));
  }
  return [...urls];
}
