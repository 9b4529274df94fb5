/** Requests with the limits and the guard of the client, for programs that fetch more than robots.txt files. */
import './runtime.js';

export { type PageReply, requestPage } from './page/page-request.js';
export { readSavedPage, type SavedPage, type SavedResponse } from './page/saved-page.js';
export { decodeGzip } from './transport/gzip-decoding.js';
export type { BodyHeaders, BodyResult } from './transport/received-body.js';
export { receiveStoredBody } from './transport/stored-body.js';
export { type Exchanges, WebTransport } from './transport/web-transport.js';
