#!/usr/bin/env node
/** Where the command begins. */
import * as module from 'node:module';

// What was compiled once need not be compiled in the next run: a quarter of what starting a command takes. What is imported
// before this would be compiled each time. An old Node lacks it, and bin.ts says that it is old.
module.enableCompileCache?.();

await import('./bin.js');
