export { openStore } from '@repkit/client/store-url';
export { createServer } from './create-server.js';
export { isLocal, type ServeOptions, type Serving, serve } from './listen.js';
export type { LogLevel, ServerLimits, ServerOptions } from './options.js';
