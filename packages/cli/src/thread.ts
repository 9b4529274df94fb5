/** Where a thread begins that bin.ts has started. */
import * as fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { fileOctets } from './file-octets.js';
import { type Port, workOn } from './threads/thread-port.js';
import { openWork, type ThreadWork } from './threads/thread-work.js';

// Elsewhere there is nobody to work for.
if (parentPort !== null) {
  const io = { openFile: (path: string) => fileOctets(path, fs) };
  workOn(openWork(workerData as ThreadWork, io), parentPort as unknown as Port);
}
