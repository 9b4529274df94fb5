/** The URLs of the page as text: one a line. */

/** Any origin will do: the host plays no part in a verdict. */
const ORIGIN = 'https://example.com';

/** The text with a line more for each target that it does not have. `//a` is a target here, and no name of a host. */
export function withTargets(text: string, targets: readonly string[]): string {
  const lines = new Set(text.split(/\r\n?|\n/).map((line) => line.trim()));
  const added = targets
    .map((target) => (target.startsWith('//') ? ORIGIN + target : target))
    .filter((target, at, all) => !lines.has(target) && all.indexOf(target) === at);
  const begin = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return begin + added.map((target) => `${target}\n`).join('');
}
