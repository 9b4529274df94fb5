/** Bounds the cost of request bodies in small chunks: each takes Node.js 1.5 microseconds and 500 bytes, whatever its size. */
import type { IncomingMessage } from 'node:http';

/** Chunks of any size, after which their mean size counts. */
const FREE_CHUNKS = 1000;
/** Lines of a stream are longer, even if each is sent as two chunks. */
const MIN_MEAN_BYTES = 16;

/** Joins the chunks of a body that arrive together. Closes the connection, and calls `onFlood`, if too many are small. */
export function joinSmallChunks(request: IncomingMessage, onFlood: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let count = 0;
  let bytes = 0;
  let joined: Buffer[] = [];
  let joinedBytes = 0;
  const flush = (): void => {
    if (joined.length === 0) return;
    const [first] = joined;
    const whole = joined.length === 1 ? first : Buffer.concat(joined, joinedBytes);
    joined = [];
    joinedBytes = 0;
    push(whole);
  };
  request.push = (chunk: Buffer | null) => {
    // Node.js still passes on what arrived in one piece with the chunk for which the connection was closed.
    if (request.socket.destroyed) return false;
    if (chunk === null) {
      flush();
      return push(null);
    }
    count++;
    bytes += chunk.length;
    if (count > FREE_CHUNKS + bytes / MIN_MEAN_BYTES) {
      request.socket.destroy();
      onFlood();
      return false;
    }
    // A microtask could run after each chunk.
    if (joined.length === 0) setImmediate(flush);
    joined.push(chunk);
    joinedBytes += chunk.length;
    return request.readableLength + joinedBytes < request.readableHighWaterMark;
  };
}
