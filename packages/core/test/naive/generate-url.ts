/** Arbitrary queries: URLs, half of them made from the patterns of the body, and product tokens. */
import fc from 'fast-check';
import type { DialectName } from '../../src/dialect/dialect.js';
import { escapeByte, latin1OfText, textOfLatin1 } from './bytes.js';
import { PATTERN_PIECES } from './generate-line.js';

/** Origins that the URL Standard parses as http(s), plain ones first. */
const PLAIN_ORIGINS = ['', 'http://h', 'https://www.h.example:8080', '//h', 'http://u:p@h'];
const STANDARD_ORIGINS = [
  ...PLAIN_ORIGINS,
  'HTTP://H',
  'ftp://h',
  'http:/h',
  'http:h',
  'http:\\\\h',
  'http:///h',
  ' http://h',
  '\x01\thttp://h',
  'ht\ntp://h',
  'http://u@v@h',
  'http://[::1]:80',
  'http://xn--fsq.h',
  'http://é.h',
];
const GOOGLE_ORIGINS = [
  ...PLAIN_ORIGINS,
  'h.example',
  'h.example:80',
  ' http://h',
  '///',
  'http://',
  '://',
  'http:/h',
  'a;b://h',
  '//u://h',
  'mailto:h',
];

const TEXT_PIECES: readonly string[] = [
  ...PATTERN_PIECES.map(textOfLatin1),
  '/..',
  '/.',
  '/%2e%2e/',
  '/.%2E',
  '/..;',
  '\uD83D',
  '\uDE00',
  '#',
  '#a?',
  '%',
];
/** Removes what the table does not define: in 1996, what the URL Standard removes. */
function withoutTheUnspoken(url: string, dialect: DialectName): string {
  if (dialect === 'koster1996') return url.replace(/[\t\n\r]|[\0-\x20]+$/g, '');
  return url;
}

function originsOf(dialect: DialectName): readonly string[] {
  if (dialect === 'google') return GOOGLE_ORIGINS;
  return dialect === 'koster1996' ? PLAIN_ORIGINS : STANDARD_ORIGINS;
}

/** Writes an octet or an escape in another spelling; `choice` 0 keeps it. */
function respell(unit: string, choice: number): string {
  if (choice === 0) return unit;
  if (unit.length === 1) return choice === 1 ? escapeByte(unit) : escapeByte(unit).toLowerCase();
  if (choice === 1) return unit.toLowerCase();
  const octet = String.fromCharCode(Number.parseInt(unit.slice(1), 16));
  return choice === 2 && octet < '\x80' ? octet : unit.toUpperCase();
}

interface Derived {
  /** The index of the pattern. */
  readonly pick: number;
  readonly fills: readonly string[];
  /** The spellings of octets and escapes, repeated. */
  readonly spelling: readonly number[];
  readonly end: string;
}

/** A target that the pattern matches or almost matches. */
function targetFrom(patterns: readonly string[], derived: Derived): string {
  const pattern = patterns[derived.pick % patterns.length] ?? '/';
  let latin1 = '';
  let stars = 0;
  const body = pattern.endsWith('$') ? pattern.slice(0, -1) : pattern;
  for (const [at, unit] of (body.match(/%[0-9A-Fa-f]{2}|[\s\S]/g) ?? []).entries()) {
    if (unit === '*') latin1 += latin1OfText(derived.fills[stars++ % derived.fills.length] ?? '');
    else latin1 += respell(unit, derived.spelling[at % derived.spelling.length] ?? 0);
  }
  let text = textOfLatin1(latin1);
  // Invalid UTF-8 can be queried only in escaped form.
  if (text.includes('\uFFFD')) {
    text = [...latin1].map((byte) => (byte >= '\x80' ? escapeByte(byte) : byte)).join('');
  }
  return text.startsWith('/') ? text + derived.end : `/${text}${derived.end}`;
}

/** Creates a URL from the patterns of the body. */
export type UrlFrom = (patterns: readonly string[]) => string;

/** A bare target, which may start with `//` but has no fragment. */
export function generatedTarget(dialect: DialectName): fc.Arbitrary<UrlFrom> {
  return fc.tuple(fc.constantFrom('', '', '', '/', '/h'), generatedUrl(dialect, [''])).map(([start, urlFrom]) => (patterns) => {
    const target = start + urlFrom(patterns).split('#')[0];
    return target.startsWith('/') ? target : `/${target}`;
  });
}

export function generatedUrl(dialect: DialectName, origins = originsOf(dialect)): fc.Arbitrary<UrlFrom> {
  const piece = fc.oneof(fc.constantFrom('a', '/', 'b', '/a'), fc.constantFrom(...TEXT_PIECES));
  const few = fc.array(piece, { maxLength: 2 }).map((parts) => parts.join(''));
  const origin = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...origins.slice(0, 2)) },
    { weight: 1, arbitrary: fc.constantFrom(...origins) },
  );
  const free = fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: fc.constant('/') }, fc.constantFrom('/robots.txt', '?', '', '\\')),
      fc.array(piece, { maxLength: 7 }),
    )
    .map(([start, rest]) => start + rest.join(''));
  const derived = fc.record({
    pick: fc.nat(20),
    fills: fc.array(few, { maxLength: 3 }),
    spelling: fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2, 3), { maxLength: 9 }),
    end: fc.oneof(fc.constant(''), few),
  });
  return fc
    .tuple(
      origin,
      fc.oneof(
        { weight: 1, arbitrary: free.map((path) => ({ path, from: undefined })) },
        { weight: 2, arbitrary: derived.map((from) => ({ path: '', from })) },
      ),
    )
    .map(([start, { path, from }]) => (patterns) => {
      const raw = from === undefined ? path : targetFrom(patterns, from);
      const target = withoutTheUnspoken(raw, dialect);
      if (dialect === 'google') return start + target;
      // A host must not merge with the path, and a bare path must not become `//host`.
      if (start === '') return target.replace(/^[/\\\0-\x20]*/, '/');
      const endsHost = dialect === 'koster1996' ? /^[/?#]/ : /^[/?#\\]/;
      return endsHost.test(target) ? start + target : `${start}/${target}`;
    });
}

const PRODUCT_TOKENS: readonly string[] = [
  'foo',
  'bar',
  'FooBot',
  'FOOBOT',
  'nobody',
  'Foo360Bot',
  'MJ12bot',
  'MJ',
  'mj12BOT/1.0',
  'archive.org_bot',
  'Foo-Bot_x',
  '360Spider',
  'FooBot/1.0',
  'FooBöt',
  'FooB',
  'kiwi',
  '\u212Aiwi',
  '*',
];

export function generatedToken(dialect: DialectName): fc.Arbitrary<string | readonly string[]> {
  const extra = dialect === 'google' ? ['', 'Foo Bar', '*foo', ' foo'] : [];
  const token = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('foo', 'foo', 'bar') },
    { weight: 2, arbitrary: fc.constantFrom(...PRODUCT_TOKENS, ...extra) },
  );
  return fc.oneof({ weight: 4, arbitrary: token }, { weight: 1, arbitrary: fc.array(token, { minLength: 1, maxLength: 3 }) });
}
