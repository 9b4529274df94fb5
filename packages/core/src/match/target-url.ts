/** Where the target of a URL lies, and what its dot segments leave of it, by the URL Standard's rules. */

/** Schemes of the Web for which `\` is `/` and any number of slashes leads to the authority. */
const SPECIAL_SCHEMES: readonly string[] = ['http', 'https', 'ftp', 'ws', 'wss'];
const DROPPED = ['\t', '\n', '\r'];

function isSlash(character: string | undefined, special: boolean): boolean {
  return character === '/' || (special && character === '\\');
}

function authorityEnd(text: string, from: number, special: boolean): number {
  let at = from;
  while (at < text.length && text[at] !== '?' && text[at] !== '#' && !isSlash(text[at], special)) {
    at++;
  }
  return at;
}

/** The length of a scheme at the start, its colon not included; -1 where there is none. */
function schemeLength(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const lower = code | 0x20;
    if (lower >= 0x61 && lower <= 0x7a && code >= 0x41) continue;
    if (at === 0) return -1;
    if (code === 0x3a) return at;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isDigit && code !== 0x2b && code !== 0x2d && code !== 0x2e) return -1;
  }
  return -1;
}

/** As the URL Standard begins: controls and spaces at the ends, tabs and line ends anywhere are dropped. */
export function stripped(url: string): string {
  let start = 0;
  let end = url.length;
  while (start < end && url.charCodeAt(start) <= 0x20) start++;
  while (end > start && url.charCodeAt(end - 1) <= 0x20) end--;
  let text = url.slice(start, end);
  for (const character of DROPPED) text = text.replaceAll(character, '');
  return text;
}

/**
 * What follows the authority of an absolute URL or a network-path reference, or all of a target: perhaps without a
 * `/` at its start, and with its fragment. Throws a TypeError for anything else.
 */
export function afterAuthority(url: string, asUrlStandard: boolean): string {
  const text = asUrlStandard ? stripped(url) : url;
  if (text[0] === '/') {
    const isReference = isSlash(text[1], asUrlStandard);
    return isReference ? text.slice(authorityEnd(text, 2, asUrlStandard)) : text;
  }
  const scheme = schemeLength(text);
  if (scheme < 0) throw notAUrl(url);
  const special = asUrlStandard && SPECIAL_SCHEMES.includes(text.slice(0, scheme).toLowerCase());
  let authority = scheme + 1;
  if (special) while (isSlash(text[authority], special)) authority++;
  else if (text.startsWith('//', authority)) authority += 2;
  else throw notAUrl(url);
  const end = authorityEnd(text, authority, special);
  if (special && end === authority) throw notAUrl(url);
  return text.slice(end);
}

function notAUrl(url: string): TypeError {
  const shown = url.length > 200 ? `${url.slice(0, 200)}…` : url;
  return new TypeError(
    `${JSON.stringify(shown)} is no URL to ask about: give an absolute URL such as ` +
      '"https://example.com/path", a reference such as "//example.com/path", or a target such as "/path".',
  );
}

/** Removes the dot segments of a canonical target's path; its query is left alone. Linear. */
export function resolvePath(target: string): string {
  if (!target.includes('/.')) return target;
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const resolved: string[] = [];
  const segments = path.split('/');
  for (let i = 1; i < segments.length; i++) {
    const segment = segments[i];
    const isLast = i === segments.length - 1;
    if (segment === '..') resolved.pop();
    else if (segment !== '.') resolved.push(segment);
    if (isLast && (segment === '.' || segment === '..')) resolved.push('');
  }
  return `/${resolved.join('/')}${question < 0 ? '' : target.slice(question)}`;
}
