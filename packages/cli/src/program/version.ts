/** Equal to package.json, which a test checks; a constant saves reading a file at start-up. */
export const VERSION = '0.1.0';

/** Equal to `homepage` in the root's package.json. */
export const HOMEPAGE = 'https://github.com/repkit/repkit';

/** Equal to `engines` in package.json. */
export const MIN_NODE_VERSION = '22.19';

/** Returns an error message if this version of Node is too old. */
export function unsupportedNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE_VERSION.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `repkit: Requires Node ${MIN_NODE_VERSION} or later; this is ${version}.`;
}
