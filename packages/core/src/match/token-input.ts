/** Reads product tokens passed by callers: validates them, drops the version, and folds them to lower case. */

import type { Dialect } from '../dialect/dialect.js';
import { toLower } from '../syntax/group.js';
import { CLOSE_PARENTHESIS, COMMA, OPEN_PARENTHESIS, SLASH, SPACE } from '../util/bytes.js';

/** The token for all crawlers without their own group. */
export const STAR_TOKEN = '*';

const TOKEN_ADVICE = 'Pass only the product token, such as "ExampleBot"; productToken() extracts it from a User-Agent header.';

/** The latest token, cached because most crawlers always pass the same one. */
let latestInput = STAR_TOKEN;
let latestRead = STAR_TOKEN;
let latestFolded = STAR_TOKEN;
let latestBytes: Uint8Array = new TextEncoder().encode(STAR_TOKEN);

/** Returns the product token without its version. Throws a TypeError if it is invalid. */
export function readTokenInput(token: string, dialect: Dialect): string {
  if (typeof token !== 'string') throw new TypeError(`A product token must be a string. ${TOKEN_ADVICE}`);
  if (dialect.productTokenInput === 'as-given') return token;
  if (token === latestInput) return latestRead;
  let end = token.length;
  for (let at = token.length - 1; at >= 0; at--) {
    const code = token.charCodeAt(at);
    if (code === SLASH) end = at;
    else if (code <= SPACE || code === COMMA || code === OPEN_PARENTHESIS || code === CLOSE_PARENTHESIS) {
      throw wrongToken(token, 'is not a single name');
    }
  }
  if (end === 0) throw wrongToken(token, 'has no name before the version');
  latestInput = token;
  latestRead = end === token.length ? token : token.slice(0, end);
  return latestRead;
}

/** Returns one or more product tokens without their versions. Throws a TypeError for anything else. */
export function readTokenInputs(input: unknown, dialect: Dialect): string[] {
  const tokens = typeof input === 'string' ? [input] : input;
  if (!Array.isArray(tokens) || tokens.length === 0) {
    throw new TypeError('Pass at least one product token, such as "ExampleBot".');
  }
  return tokens.map((token) => readTokenInput(token, dialect));
}

/** Returns the lowercase bytes of a token; must not be modified. */
export function foldedBytes(token: string): Uint8Array {
  if (token !== latestFolded) {
    latestFolded = token;
    latestBytes = new TextEncoder().encode(token).map(toLower);
  }
  return latestBytes;
}

function wrongToken(token: string, problem: string): TypeError {
  return new TypeError(`The product token ${JSON.stringify(token)} ${problem}. ${TOKEN_ADVICE}`);
}
