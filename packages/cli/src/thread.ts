/** Where a thread begins that bin.ts has started. */
import * as fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { FixedWork } from './bulk/answering.js';
import { type Port, workOn } from './bulk/thread-work.js';
import { fileOctets } from './file-octets.js';

// Elsewhere there is nobody to work for.
if (parentPort !== null) {
  const io = { openFile: (path: string) => fileOctets(path, fs) };
  workOn(workerData as FixedWork, parentPort as unknown as Port, io);
}
