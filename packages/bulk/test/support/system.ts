import { MessageChannel } from 'node:worker_threads';
import { openWork, type ThreadWork } from '../../src/thread/thread-work.js';
import type { Thread } from '../../src/threads/pool.js';
import type { System } from '../../src/threads/system.js';
import { type Port, serveTasks } from '../../src/threads/thread-port.js';
import { pieces } from './blocks.js';

/** A system with these files that runs its threads in the calling thread. */
export function fakeSystem(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  cores = 1,
): System {
  const openFile: System['openFile'] = (path) => {
    const content = files[path];
    return content === undefined ? missing(path) : pieces(content, 1000);
  };
  return { openFile, cores: () => cores, startThread: (work) => threadOf(work, openFile) };
}

/** Runs the work of a thread in the calling thread, but still copies messages and transfers memory. */
export function threadOf(work: ThreadWork, openFile: System['openFile']): Thread {
  const { port1, port2 } = new MessageChannel();
  serveTasks(openWork(structuredClone(work), { openFile }), port2 as unknown as Port);
  return Object.assign(port1, { terminate: () => port1.close() }) as unknown as Thread;
}

// biome-ignore lint/correctness/useYield: a missing file fails on the first read.
async function* missing(path: string): AsyncGenerator<Uint8Array> {
  throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
}
