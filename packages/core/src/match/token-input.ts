/** The product token of a question: checked, cut at its version, folded to lower case. */
import type { Dialect } from '../dialect.js';
import { toLower } from '../syntax/group.js';

/** The token that asks for everyone who has no group of his own. */
export const STAR_TOKEN = '*';

const SLASH = 0x2f;
const SPACE = 0x20;
const OPEN = 0x28;
const CLOSE = 0x29;
const TOKEN_ADVICE =
  'Pass only the product token, such as "ExampleBot"; productToken() extracts it from a User-Agent header.';

/** What was read last: most crawlers ask with the same token every time. */
let latestInput = STAR_TOKEN;
let latestRead = STAR_TOKEN;
let latestFolded = STAR_TOKEN;
let latestBytes: Uint8Array = new TextEncoder().encode(STAR_TOKEN);

/** Checks a token of a question. Throws a TypeError that says which token to pass. */
export function readTokenInput(token: string, dialect: Dialect): string {
  if (typeof token !== 'string')
    throw new TypeError(`A product token must be a string. ${TOKEN_ADVICE}`);
  if (dialect.productTokenInput === 'as-given') return token;
  if (token === latestInput) return latestRead;
  let end = token.length;
  for (let at = token.length - 1; at >= 0; at--) {
    const code = token.charCodeAt(at);
    if (code === SLASH) end = at;
    else if (code <= SPACE || code === OPEN || code === CLOSE) {
      throw wrongToken(token, 'looks like a whole User-Agent header');
    }
  }
  if (end === 0) throw wrongToken(token, 'has no name before the version');
  latestInput = token;
  latestRead = end === token.length ? token : token.slice(0, end);
  return latestRead;
}

/** The bytes of a token, its letters in lower case; not to be changed. */
export function foldedBytes(token: string): Uint8Array {
  if (token !== latestFolded) {
    latestFolded = token;
    latestBytes = new TextEncoder().encode(token).map(toLower);
  }
  return latestBytes;
}

function wrongToken(token: string, what: string): TypeError {
  return new TypeError(`The product token ${JSON.stringify(token)} ${what}. ${TOKEN_ADVICE}`);
}
