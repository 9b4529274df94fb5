/** Returns the same text in memory of its own. A part of a text, such as a host, keeps all of that text in memory. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}
