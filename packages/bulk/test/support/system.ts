import { nodeSystem, type System } from '../../src/threads/system.js';

/** A system with this number of cores. */
export function fakeSystem(cores = 1): System {
  return { ...nodeSystem, cores: () => cores };
}
