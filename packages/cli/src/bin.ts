#!/usr/bin/env node
/** Entry point: checks the version of Node, enables the compile cache, then loads the command. */
import * as module from 'node:module';
import { unsupportedRuntime } from './program/runtime.js';

// First, because an old Node cannot load the command and would report that with the code of a whole file.
const message = unsupportedRuntime(process.versions);
if (message !== undefined) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

// Saves a quarter of the start-up time. Modules loaded before this call are not cached.
module.enableCompileCache();

await import('./process.js');
