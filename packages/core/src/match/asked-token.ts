/** The product token of a question: checked, cut at its version, folded to lower case. */
import type { Dialect } from '../dialect.js';

/** The token that asks for everyone who has no group of his own. */
export const EVERYONE = '*';

const HOW_TO_ASK =
  'pass the product token alone, such as "ExampleBot"; productToken() finds it in a User-Agent header';

/** Checks a token of a question. Throws a TypeError that says which token to pass. */
export function readAskedToken(token: string, dialect: Dialect): string {
  if (typeof token !== 'string') throw new TypeError(`A product token is a string: ${HOW_TO_ASK}.`);
  if (dialect.askedToken === 'as-given') return token;
  const slash = token.indexOf('/');
  const name = slash < 0 ? token : token.slice(0, slash);
  const isHeader = hasAny(token, ' \t\r\n()');
  if (isHeader || name === '') {
    const what = isHeader ? 'looks like a whole User-Agent header' : 'names nobody';
    throw new TypeError(`The product token ${JSON.stringify(token)} ${what}: ${HOW_TO_ASK}.`);
  }
  return name;
}

function hasAny(text: string, characters: string): boolean {
  for (const character of characters) {
    if (text.includes(character)) return true;
  }
  return false;
}
