/** Skips the 1xx responses before a final one (RFC 9110 15.2), some of which undici treats as errors. */
import type { Socket } from 'node:net';
import { TransportError } from './failure.js';

/** Servers send one to three, each of which may be as long as a header. */
const MAX_INTERIM_RESPONSES = 32;

const START = /^HTTP\/1\.[01] 1\d\d/;
const START_LENGTH = 'HTTP/1.1 100'.length;

/**
 * Removes interim responses from a connection that has not been read yet. Attach it before the parser: its listener reads
 * first, and returns the rest. A head of more than `maxHeadBytes` is left to the limits of the parser.
 */
export function skipInterimResponses(socket: Socket, maxHeadBytes: number): void {
  let held: Buffer = Buffer.alloc(0);
  let count = 0;
  /** Where to look for the end of the head, so that one-byte packets cost no more than one large one. */
  let from = 0;
  const finish = () => {
    socket.off('readable', onReadable);
    if (held.length > 0) socket.unshift(held);
  };
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const start = held.toString('latin1', 0, START_LENGTH);
      if (start.length < START_LENGTH && START.test(start + 'HTTP/1.1 100'.slice(start.length))) {
        return;
      }
      if (!START.test(start)) return finish();
      const end = headEnd(held, from);
      if (end === undefined) {
        from = Math.max(0, held.length - 3);
        return held.length > maxHeadBytes ? finish() : undefined;
      }
      held = held.subarray(end);
      from = 0;
      if (++count <= MAX_INTERIM_RESPONSES) continue;
      socket.destroy(new TransportError('protocol', 'too many 1xx responses before the final one'));
      return;
    }
  };
  socket.on('readable', onReadable);
}

/** Returns where the body begins: after an empty line. RFC 9112 2.2: a line may end without CR. */
function headEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    const next = bytes[at + 1] === 13 ? at + 2 : at + 1;
    if (bytes[next] === 10) return next + 1;
  }
  return undefined;
}
