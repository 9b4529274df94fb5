/** The entry point of threads. */
import { parentPort, workerData } from 'node:worker_threads';
import { fileBytes } from '../bytes/file-bytes.js';
import { type Port, serveTasks } from '../threads/thread-port.js';
import { openWork, type ThreadWork } from './thread-work.js';

// Undefined outside a thread
if (parentPort !== null) {
  const work = openWork(workerData as ThreadWork, { openFile: fileBytes });
  serveTasks(work, parentPort as unknown as Port);
}
