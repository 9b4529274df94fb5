/** The entry point of a thread that a run has started. */
import { parentPort, workerData } from 'node:worker_threads';
import { fileBytes } from '../file-bytes.js';
import { type Port, workOn } from './thread-port.js';
import { openWork, type ThreadWork } from './thread-work.js';

// Loaded outside a thread, there is no port and nothing to do.
if (parentPort !== null) {
  const work = openWork(workerData as ThreadWork, { openFile: fileBytes });
  workOn(work, parentPort as unknown as Port);
}
