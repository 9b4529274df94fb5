/** Equal to `engines` in package.json. */
export const MIN_NODE_VERSION = '22.19';

/** Returns an error message if these versions, of `process.versions`, cannot run the command. */
export function unsupportedRuntime(versions: { readonly node: string; readonly bun?: string | undefined }): string | undefined {
  const needed = `repkit: Requires Node ${MIN_NODE_VERSION} or later`;
  // Bun replaces undici, with which the client makes requests.
  if (versions.bun !== undefined) return `${needed}; this is Bun ${versions.bun}.`;
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE_VERSION.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `${needed}; this is Node ${versions.node}.`;
}
