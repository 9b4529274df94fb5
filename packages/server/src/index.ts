export { createServer } from './create-server.js';
export type { ServerLimits } from './limits.js';
export { DEFAULT_PORT, isLocal, type ServeOptions, type Serving, serve } from './listen.js';
export { openStore } from './open-store.js';
export type { LogLevel, ServerOptions } from './options.js';
