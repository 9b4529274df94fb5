/** An undici client that distinguishes a closed connection from a lost one. */
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { connectionLost, TransportError } from './failure.js';
import { isCloseDelimited } from './response-headers.js';

/**
 * A body delimited by the end of its connection is complete if the server closed the connection, and incomplete if the
 * connection was lost (RFC 9112 8). undici treats a reset as the end of such a body; this client fails.
 *
 * Over TLS, such a body also requires a closure alert (RFC 9112 9.8). This cannot be enforced, because Node.js emits
 * the same events with and without it.
 *
 * Implemented as a client and not as a handler, because only the client knows which connection serves a request.
 */
export class StrictClient extends Client {
  /** The most recent connection. A client has one at a time. */
  readonly #latest: { socket?: Socket };

  readonly #maxWireBytes: number;

  /** `maxWireBytes`: maximum bytes of a response on its connection. */
  constructor(origin: URL, options: Client.Options, maxWireBytes = Number.POSITIVE_INFINITY) {
    const { connect } = options;
    if (typeof connect !== 'function') throw new TypeError('undici did not pass a connector to the client');
    const latest: { socket?: Socket } = {};
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (...opened) => {
          if (opened[0] === null) {
            latest.socket = opened[1];
            skipInterimResponses(opened[1], options.maxHeaderSize ?? 0);
          }
          callback(...opened);
        }),
    });
    this.#latest = latest;
    this.#maxWireBytes = maxWireBytes;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const maxWireBytes = options.method === 'CONNECT' ? undefined : this.#maxWireBytes;
    return super.dispatch(options, strict(handler, this.#latest, maxWireBytes));
  }
}

/**
 * Wraps a handler so that it receives the end of a response only if the response is complete, and an error after more
 * than `maxWireBytes`. A request starts on the latest connection.
 */
function strict(
  handler: Dispatcher.DispatchHandler,
  latest: { readonly socket?: Socket },
  maxWireBytes: number | undefined,
): Dispatcher.DispatchHandler {
  let socket: Socket | undefined;
  let endsWithSocket = false;
  let stopCounting = () => {};
  return {
    onRequestStart(...args) {
      socket = latest.socket;
      if (socket !== undefined && maxWireBytes !== undefined) stopCounting = limitBytes(socket, maxWireBytes);
      handler.onRequestStart?.(...args);
    },
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart(...args) {
      const [, status, fields] = args;
      endsWithSocket = isCloseDelimited({ status, fields });
      handler.onResponseStart?.(...args);
    },
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd(...args) {
      stopCounting();
      // undici calls this from the socket event that it treats as the end.
      if (!endsWithSocket || socket?.readableEnded) handler.onResponseEnd?.(...args);
      else handler.onResponseError?.(args[0], connectionLost(socket?.errored));
    },
    onResponseError(...args) {
      stopCounting();
      handler.onResponseError?.(...args);
    },
  };
}

/**
 * Destroys a connection after this many more bytes, and returns a function that stops counting. Some bytes reach
 * neither undici's handlers nor its parser limits, such as chunk extensions.
 */
function limitBytes(socket: Socket, maxWireBytes: number): () => void {
  const before = socket.bytesRead;
  const count = () => {
    if (socket.bytesRead - before <= maxWireBytes) return;
    socket.destroy(new TransportError('protocol', 'the response takes far too many bytes'));
  };
  socket.on('readable', count);
  return () => socket.off('readable', count);
}

/** Servers send one to three, each of which may be as long as a header. */
const MAX_INTERIM_RESPONSES = 32;

const START = /^HTTP\/1\.[01] 1\d\d/;
const START_LENGTH = 'HTTP/1.1 100'.length;

/**
 * Removes the 1xx responses before a final one (RFC 9110 15.2), some of which undici treats as errors, from a connection
 * that has not been read yet. Attach it before the parser: its listener reads first, and returns the rest. A head of more
 * than `maxHeadBytes` is left to the limits of the parser.
 */
function skipInterimResponses(socket: Socket, maxHeadBytes: number): void {
  let pending: Buffer = Buffer.alloc(0);
  let count = 0;
  /** Where to look for the end of the head, so that one-byte packets cost no more than one large one. */
  let from = 0;
  const finish = () => {
    socket.off('readable', onReadable);
    if (pending.length > 0) socket.unshift(pending);
  };
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const start = pending.toString('latin1', 0, START_LENGTH);
      if (start.length < START_LENGTH && START.test(start + 'HTTP/1.1 100'.slice(start.length))) {
        return;
      }
      if (!START.test(start)) return finish();
      const end = headEnd(pending, from);
      if (end === undefined) {
        from = Math.max(0, pending.length - 3);
        return pending.length > maxHeadBytes ? finish() : undefined;
      }
      pending = pending.subarray(end);
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
