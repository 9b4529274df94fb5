/** The texts of the page in each language, as they are without a fallback and with it. */

import english from '../../src/messages/en.json';
import japanese from '../../src/messages/ja.json';
import { messagesOf } from '../../src/messages/messages.js';
import turkish from '../../src/messages/tr.json';

export const FILES = { en: english, ja: japanese, tr: turkish } as const;

export const en = messagesOf('en', english);
export const ja = messagesOf('ja', japanese);
export const tr = messagesOf('tr', turkish);

/** Returns all texts of a file by path. Plural forms have one path each. */
export function textsOf(file: object): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value);
    else for (const [key, child] of Object.entries(Object(value))) visit(child, `${path}.${key}`);
  };
  visit(file, '');
  return texts;
}
