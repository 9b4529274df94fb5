/**
 * Throws if this runtime cannot run the client. Entry points import this file first, so that users read one sentence instead of
 * the name of a missing export. For that, functions that Node 20 lacks are not imported by name in the whole package.
 */

/** Equal to `engines` in package.json. */
export const MIN_NODE_VERSION = '22.19';

/** Returns an error message if these versions, of `process.versions`, cannot run the client. */
export function unsupportedRuntime(versions: { readonly node: string; readonly bun?: string | undefined }): string | undefined {
  const needed = `@repkit/client requires Node ${MIN_NODE_VERSION} or later`;
  // Bun replaces undici with its own module, which has neither timeouts nor a guard.
  if (versions.bun !== undefined) return `${needed}; this is Bun ${versions.bun}.`;
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE_VERSION.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `${needed}; this is Node ${versions.node}.`;
}

const message = unsupportedRuntime(process.versions);
if (message !== undefined) throw new Error(message);
