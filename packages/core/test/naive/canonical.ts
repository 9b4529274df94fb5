/** The two sides of a comparison: the pattern of a rule and the target of a URL. Rows 14 and 16 to 20. */
import type { DialectName } from '../../src/dialect/dialect.js';
import { escapeByte, isHexPair, latin1OfText } from './bytes.js';

const UNRESERVED = /^[A-Za-z0-9._~-]$/;
/** Reserved, but never a delimiter in the path or query of an http URL. */
const NEVER_DELIMITERS = ":@[]!'()";
/** Controls, space, non-ASCII, and characters that URIs never contain literally. */
const NOT_IN_A_URI = /^[\0-\x20\x7F-\xFF"<>\\^`{|}]$/;

/** Rows 16 to 18 for RFC 9309 and its draft, octet by octet. */
function rfcForm(octets: string, side: 'pattern' | 'target'): string {
  let form = '';
  let inQuery = false;
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at];
    if (octet === '%') {
      const digits = octets.slice(at + 1, at + 3);
      if (!isHexPair(digits)) {
        form += '%25';
        continue;
      }
      const decoded = String.fromCharCode(Number.parseInt(digits, 16));
      if (UNRESERVED.test(decoded) || NEVER_DELIMITERS.includes(decoded)) form += decoded;
      else if (inQuery && '/?'.includes(decoded)) form += decoded;
      else form += `%${digits.toUpperCase()}`;
      at += 2;
    } else if (NOT_IN_A_URI.test(octet)) {
      form += escapeByte(octet);
    } else if (octet === '*') {
      form += side === 'target' ? '%2A' : '*';
    } else if (octet === '$') {
      form += side === 'pattern' && at === octets.length - 1 ? '$' : '%24';
    } else {
      if (octet === '?') inQuery = true;
      form += octet;
    }
  }
  return form;
}

/** RFC 3986 2.2. */
const RESERVED = ":/?#[]@!$&'()*+,;=";

/** Row 21: the octets of the pattern, with reserved characters and their escapes as written. */
function rfcLength(octets: string): number {
  let length = 0;
  for (let at = 0; at < octets.length; at++) {
    const digits = octets.slice(at + 1, at + 3);
    if (octets[at] === '%' && isHexPair(digits)) {
      const decoded = String.fromCharCode(Number.parseInt(digits, 16));
      length += UNRESERVED.test(decoded) ? 1 : 3;
      at += 2;
    } else if (RESERVED.includes(octets[at]) || UNRESERVED.test(octets[at])) {
      length += 1;
    } else {
      // Compared as an escape.
      length += 3;
    }
  }
  return length;
}

/**
 * Row 17, escapes after a star: what follows a `*` may be in the query of the target, if the star covers the `?`. One
 * star of a run counts, and at most eight.
 */
function withQueryStars(octets: string): readonly string[] {
  const [path] = octets.split('?');
  const last = Math.max(path.toUpperCase().lastIndexOf('%2F'), path.toUpperCase().lastIndexOf('%3F'));
  const stars = [...path.slice(0, Math.max(last, 0)).matchAll(/\*+/g)];
  return stars.slice(0, 8).map(({ index }) => {
    return `${octets.slice(0, index)}*?*${octets.slice(index + 1)}`;
  });
}

/** Row 17 for Google: only the pattern is changed. */
function googlePattern(octets: string): string {
  let form = '';
  for (let at = 0; at < octets.length; at++) {
    const digits = octets.slice(at + 1, at + 3);
    if (octets[at] === '%' && isHexPair(digits)) {
      form += `%${digits.toUpperCase()}`;
      at += 2;
    } else {
      form += octets[at] >= '\x80' ? escapeByte(octets[at]) : octets[at];
    }
  }
  return form;
}

/**
 * Row 17 for 1996: decodes all octets except `%2F`, then encodes everything but graphic ASCII, and `%`, again: one
 * spelling per octet.
 */
function kosterForm(octets: string): string {
  let form = '';
  for (let at = 0; at < octets.length; at++) {
    let octet = octets[at];
    const digits = octets.slice(at + 1, at + 3);
    if (octet === '%' && isHexPair(digits)) {
      octet = String.fromCharCode(Number.parseInt(digits, 16));
      at += 2;
      if (octet === '/') {
        form += '%2F';
        continue;
      }
    }
    form += /^[!-$&-~]$/.test(octet) ? octet : escapeByte(octet);
  }
  return form;
}

export interface NaivePattern {
  /** In canonical form. */
  readonly form: string;
  /** Other patterns that it stands for. */
  readonly others: readonly string[];
  /** Row 21. */
  readonly length: number;
  /** Whether it is a path-pattern of the dialect (rows 14 and 15). */
  readonly usable: boolean;
}

export function naivePattern(pattern: string, dialect: DialectName): NaivePattern {
  if (dialect === 'google') {
    const form = googlePattern(pattern);
    return { form, others: [], length: form.length, usable: /^[/*]/.test(pattern) };
  }
  if (dialect === 'koster1996') {
    const form = kosterForm(pattern);
    return { form, others: [], length: form.length, usable: pattern.startsWith('/') };
  }
  return {
    form: rfcForm(pattern, 'pattern'),
    others: withQueryStars(pattern).map((other) => rfcForm(other, 'pattern')),
    length: rfcLength(pattern),
    // Yandex's help: a rule of more than 1,024 characters exceeds its limit.
    usable: /^[/*]/.test(pattern) && (dialect !== 'yandex' || characters(pattern) <= 1024),
  };
}

/** The pattern is text with one character per byte. */
function characters(pattern: string): number {
  return pattern.replace(/[\x80-\xbf]/g, '').length;
}

/** Rows 19 and 20 by the URL Standard, which also drops tabs and line ends, and C0 controls and spaces at both ends. */
function rfcTarget(url: string, isTarget: boolean): string {
  let cleaned = url.toWellFormed().replace(/[\t\n\r]/g, '');
  while (cleaned !== '' && cleaned[0] <= ' ') cleaned = cleaned.slice(1);
  while (cleaned !== '' && cleaned[cleaned.length - 1] <= ' ') cleaned = cleaned.slice(0, -1);
  const withoutFragment = cleaned.split('#')[0];
  const mark = withoutFragment.indexOf('?');
  const hierarchy = mark === -1 ? withoutFragment : withoutFragment.slice(0, mark);
  const query = mark === -1 ? '' : withoutFragment.slice(mark);
  let absolute = hierarchy;
  // A `\\` is a `/` here as well.
  if (/^\/[/\\]/.test(hierarchy) && !isTarget) absolute = `http:${hierarchy}`;
  else if (hierarchy.startsWith('/')) absolute = `http://host${hierarchy}`;
  // The `?` keeps a space at the end of the path from being at the end of the URL.
  const path = new URL(`${absolute}?`).pathname;
  return rfcForm(latin1OfText(`${path === '' ? '/' : path}${query}`), 'target');
}

/** Row 19 for Google: path, parameters and query, which its matcher takes as a C string. */
function googleTarget(url: string): string {
  const octets = latin1OfText(url);
  const rest = octets.startsWith('//') ? octets.slice(2) : octets;
  // A scheme counts only if no `/`, `?` or `;` precedes its `://`.
  const afterScheme = /^[^/?;]*?:\/\/(.*)$/s.exec(rest)?.[1] ?? rest;
  const start = afterScheme.search(/[/?;]/);
  if (start === -1) return '/';
  // A fragment before the path leaves no path.
  if (rest.slice(0, rest.length - afterScheme.length + start).includes('#')) return '/';
  const path = afterScheme.slice(start).split('#')[0].split('\0')[0];
  return path.startsWith('/') ? path : `/${path}`;
}

/** Rows 19 and 20 for 1996: the unchanged path. */
function kosterTarget(url: string, isTarget: boolean): string {
  let path = url.split('#')[0].split('?')[0];
  if (!isTarget) {
    const origin = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/]*/.exec(path);
    if (origin !== null) path = path.slice(origin[0].length);
    else if (!path.startsWith('/')) throw new TypeError(`not a URL or a target: ${url}`);
  }
  return kosterForm(latin1OfText(path === '' ? '/' : path));
}

/** The canonical target of a URL (absolute, `//host/p` or `/p`). */
export function naiveTargetOfUrl(url: string, dialect: DialectName): string {
  if (dialect === 'google') return googleTarget(url);
  if (dialect === 'koster1996') return kosterTarget(url, false);
  return rfcTarget(url, false);
}

/** The canonical form of a target, which is never a network-path reference. */
export function naiveTarget(target: string, dialect: DialectName): string {
  if (dialect === 'google') return latin1OfText(target).split('\0')[0];
  if (dialect === 'koster1996') return kosterTarget(target, true);
  return rfcTarget(target, true);
}
