/** The target of a URL as Google's parser extracts it: from any text at all, and never failing. */

const STARTS = ['/', '?', ';'];

function firstOf(text: string, from: number): number {
  let first = -1;
  for (const character of STARTS) {
    const at = text.indexOf(character, from);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first;
}

/**
 * Leading slashes and a scheme are passed over where they are; the path starts at the first of `/`, `?` and `;` after
 * them and gets a `/` before it where it has none; the fragment is dropped; `/` is the answer to everything else.
 */
export function googleTarget(url: string): string {
  const from = url.startsWith('//') ? 2 : 0;
  const early = firstOf(url, from);
  const scheme = url.indexOf('://', from);
  const authority = scheme >= 0 && (early < 0 || early >= scheme) ? scheme + 3 : from;
  const start = firstOf(url, authority);
  if (start < 0) return '/';
  const fragment = url.indexOf('#', from);
  if (fragment >= 0 && fragment < start) return '/';
  const target = fragment < 0 ? url.slice(start) : url.slice(start, fragment);
  return target.startsWith('/') ? target : `/${target}`;
}
