/** Where copies are kept: a store by its URL. */
export { openStore } from '@repkit/client/store-url';
export { createServer } from './create-server.js';
export type { ServerLimits } from './limits.js';
export { DEFAULT_PORT, isLocal, type ServeOptions, type Serving, serve } from './listen.js';
export type { LogLevel, ServerOptions } from './options.js';
