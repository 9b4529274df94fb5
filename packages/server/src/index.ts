export { openStore } from '@repkit/client/store-url';
export { createServer } from './create-server.js';
export { DEFAULT_PORT, isLocal, type ServeOptions, type Serving, serve } from './listen.js';
export type { LogLevel, ServerLimits, ServerOptions } from './options.js';
