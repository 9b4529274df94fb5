/** Returns all texts of a language by path, without those that only other languages have. */
import type { Messages } from '../../src/messages/messages.js';

export function textsOf(messages: Messages): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (path === '.findings.text' || path === '.check.governs') return;
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'function') texts.set(path, value(...Array(value.length).fill(7)));
    else for (const [key, child] of Object.entries(Object(value))) visit(child, `${path}.${key}`);
  };
  visit(messages, '');
  return texts;
}

/** Returns the paths of texts that are identical in both languages. */
export function sameTexts(one: Messages, other: Messages): string[] {
  const others = textsOf(other);
  return [...textsOf(one)]
    .filter(([path, text]) => others.get(path) === text)
    .map(([path]) => path);
}
