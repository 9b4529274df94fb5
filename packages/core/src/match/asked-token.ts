/** The product token of a question: checked, cut at its version, folded to lower case. */
import type { Dialect } from '../dialect.js';

/** The token that asks for everyone who has no group of his own. */
export const EVERYONE = '*';

const SLASH = 0x2f;
const SPACE = 0x20;
const OPEN = 0x28;
const CLOSE = 0x29;
const HOW_TO_ASK =
  'pass the product token alone, such as "ExampleBot"; productToken() finds it in a User-Agent header';

/** Checks a token of a question. Throws a TypeError that says which token to pass. */
export function readAskedToken(token: string, dialect: Dialect): string {
  if (typeof token !== 'string') throw new TypeError(`A product token is a string: ${HOW_TO_ASK}.`);
  if (dialect.askedToken === 'as-given') return token;
  let end = token.length;
  for (let at = token.length - 1; at >= 0; at--) {
    const code = token.charCodeAt(at);
    if (code === SLASH) end = at;
    else if (code <= SPACE || code === OPEN || code === CLOSE) {
      throw wrongToken(token, 'looks like a whole User-Agent header');
    }
  }
  if (end === 0) throw wrongToken(token, 'names nobody');
  return end === token.length ? token : token.slice(0, end);
}

function wrongToken(token: string, what: string): TypeError {
  return new TypeError(`The product token ${JSON.stringify(token)} ${what}: ${HOW_TO_ASK}.`);
}
