/** Extracts the product token from a User-Agent header (RFC 9309 2.2.1: it "SHOULD be a substring" of that header). */

export type ProductTokenResult =
  | { readonly found: true; readonly token: string; readonly version: string | undefined }
  | { readonly found: false; readonly reason: string };

/** A candidate for the product token, with its version. */
interface Product {
  readonly token: string;
  readonly version: string | undefined;
}

/** Names of browsers, engines and operating systems in lower case, which do not identify a crawler. */
const NOT_CRAWLERS: ReadonlySet<string> = new Set(
  (
    'mozilla applewebkit webkit khtml gecko chrome chromium crios headlesschrome firefox fxios safari version mobile ' +
    'opera opr edge edg edga edgios msie trident presto ucbrowser samsungbrowser yabrowser vivaldi brave seamonkey ' +
    'compatible like android linux windows macintosh iphone ipad ipod ios x11 wow64 win64 x64 x86_64 i686 u cros ' +
    'ubuntu fedora debian build wv nt intel mac os tablet nexus pixel cfnetwork darwin rv'
  ).split(' '),
);

/** A token with at least one letter, and its version. Linear, because the lookahead stops at the first letter. */
const PRODUCT = /^(?=[0-9_.-]*[A-Za-z])([A-Za-z0-9_.-]+)(?:\/([^\s;,()]*))?$/;
const CRAWLER_NAME = /bot|crawl|spider|slurp|fetch|scan|archiv|scrap|monitor|preview|agent|index/i;
const URL_START = /^\+?https?:|^\+?www\.|@/i;
/** The rest of a longer header is ignored. Real headers are shorter. */
const LONGEST_HEADER = 4096;

/** A word that could be a name. */
const NAMING = /[\p{L}\p{N}]/u;
const ADVICE = 'Give the crawler a product token, such as "ExampleBot/1.0"';

/**
 * Finds the product token: the first product that is not a browser, else a crawler named in a comment ("compatible;
 * ExampleBot/0.1; +https://…"), else a later product. Otherwise the result contains the reason.
 *
 * In a comment, a name needs a link or a word such as "bot", because browsers have comments too. Names for which `isKnown`
 * returns true need neither. They also count right after a first word that is not known and has no version.
 *
 * @example
 * ```ts
 * import { productToken } from '@repkit/core';
 *
 * productToken('ExampleBot/1.0 (+https://example.com/bot)'); // { found: true, token: 'ExampleBot', version: '1.0' }
 * productToken('Mozilla/5.0 (X11; Linux x86_64)').found; // false
 * productToken('Mozilla/5.0 (compatible; Acme/1.0)', (token) => token === 'Acme').found; // true
 * ```
 */
export function productToken(header: string, isKnown: (token: string) => boolean = () => false): ProductTokenResult {
  if (typeof header !== 'string') return { found: false, reason: 'the header is missing' };
  const text = header.slice(0, LONGEST_HEADER).trim();
  if (text === '') return { found: false, reason: 'the header is empty' };
  const { words, comments } = split(text);
  const products = words.flatMap((word) => toProduct(word) ?? []);
  const [first] = products;
  if (first !== undefined && isCrawler(first)) {
    const following = [words[1] ?? '', comments[0]?.[0] ?? ''];
    return { found: true, ...(knownAfter(first, following, isKnown) ?? first) };
  }
  const isNamed = ({ token }: Product) => CRAWLER_NAME.test(token) || isKnown(token);
  const commented = comments.map((comment) => namedInComment(comment, isNamed)).find((product) => product !== undefined);
  const later = products.find(isCrawler);
  const product = commented ?? later;
  if (product !== undefined) return { found: true, ...product };
  return { found: false, reason: reasonFor(words, products) };
}

/** Returns the known name that follows a word of another kind: "Acme ExampleBot/1.0", "Acme crawler (ExampleBot; https://…)". */
function knownAfter(first: Product, following: readonly string[], isKnown: (token: string) => boolean): Product | undefined {
  if (first.version !== undefined || isKnown(first.token)) return undefined;
  return following.flatMap((word) => toProduct(word) ?? []).find(({ token }) => isKnown(token));
}

function reasonFor(words: readonly string[], products: readonly Product[]): string {
  const unusable = words.find((word) => NAMING.test(word) && !isProductOrUrl(word));
  if (unusable !== undefined) {
    const quoted = JSON.stringify(unusable.length > 100 ? `${unusable.slice(0, 100)}…` : unusable);
    return `${quoted} is not a product token: only letters, digits, "_", "-" and "." are valid, with at least one letter. ${ADVICE}`;
  }
  return products.length > 0 ? `it names only a browser. ${ADVICE}` : `it does not name a product. ${ADVICE}`;
}

function isProductOrUrl(word: string): boolean {
  return toProduct(word) !== undefined || URL_START.test(word);
}

/** Splits the header into words and the items of comments, which may be nested (RFC 9110 5.6.5). */
function split(text: string): { words: string[]; comments: string[][] } {
  const comments: string[][] = [];
  let outside = '';
  let inside = '';
  let depth = 0;
  for (const character of text) {
    if (character === '(') {
      if (depth++ === 0) outside += ' ';
      else inside += ' ';
    } else if (character === ')' && depth > 0) {
      if (--depth === 0) {
        comments.push(items(inside));
        inside = '';
      } else inside += ' ';
    } else if (depth > 0) inside += character;
    else outside += character;
  }
  if (inside !== '') comments.push(items(inside));
  // `Baiduspider+(+http://…)`: some crawlers write `+` for the space before the comment.
  return { words: outside.split(/\+*[\s;,]+/), comments };
}

function items(comment: string): string[] {
  return comment.split(/[;,]/).map((item) => item.trim());
}

function toProduct(word: string): Product | undefined {
  const match = PRODUCT.exec(word);
  if (match === null || URL_START.test(word)) return undefined;
  return { token: match[1], version: match[2] === '' ? undefined : match[2] };
}

function isCrawler({ token }: Product): boolean {
  return !NOT_CRAWLERS.has(token.toLowerCase());
}

/** Finds the crawler in a comment: after "compatible", by its name, or next to a link. */
function namedInComment(comment: readonly string[], isNamed: (product: Product) => boolean): Product | undefined {
  const hasLink = comment.some((item) => item.split(/\s+/).some((word) => URL_START.test(word)));
  const named = comment.map((item) => {
    const words = item.split(/\s+/);
    const products = words.flatMap((word) => toProduct(word) ?? []).filter(isCrawler);
    const [first] = products;
    return first !== undefined && toProduct(words[0])?.token === first.token ? first : products.find(isNamed);
  });
  const marker = comment.findIndex((item) => item.toLowerCase() === 'compatible');
  const after = marker < 0 ? undefined : named[marker + 1];
  if (after !== undefined && (hasLink || isNamed(after))) return after;
  return (
    named.find((product) => product !== undefined && isNamed(product)) ??
    (hasLink ? named.find((product) => product?.version !== undefined) : undefined)
  );
}
