/** The version of the package; a test holds it equal to package.json, so that no file is read at start-up. */
export const VERSION = '0.1.0';

/** Which Node the command runs on. */

/** As `engines` in package.json has it. */
export const LEAST_NODE = '22.19';

/** What is said where this version of Node is too old; undefined where it is not. */
export function oldNode(version: string): string | undefined {
  const [major, minor] = numbers(version);
  const [leastMajor, leastMinor] = numbers(LEAST_NODE);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `repkit: this is Node ${version}, and repkit needs ${LEAST_NODE} or later: install a newer one.`;
}

function numbers(version: string): readonly [major: number, minor: number] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}
