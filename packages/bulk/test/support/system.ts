import { nodeSystem, type System } from '../../src/threads/system.js';
import { pieces } from './blocks.js';

/** A system with these files for the calling thread. Other threads read those on the disk. */
export function fakeSystem(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  cores = 1,
): System {
  const openFile: System['openFile'] = (path) => {
    const content = files[path];
    return content === undefined ? missing(path) : pieces(content, 1000);
  };
  return { ...nodeSystem, openFile, cores: () => cores };
}

// biome-ignore lint/correctness/useYield: a missing file fails on the first read.
async function* missing(path: string): AsyncGenerator<Uint8Array> {
  throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
}
