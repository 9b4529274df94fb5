/** undici's client of one connection, which tells the end of that connection from its loss. */
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { connectionLost, TransportError } from './failure.js';
import { isCloseDelimited } from './response-headers.js';

/**
 * A body that ends with its connection is whole where the other side ended that, and cut where it was lost (RFC 9112 8).
 * undici takes a reset for the end of such a body; here it fails.
 *
 * Over TLS such a body is not whole either without a closure alert (RFC 9112 9.8). That cannot be held: Node gives the same
 * events with the alert and without it.
 *
 * This is a client and not a handler of requests, as nobody else knows which connection serves which request.
 */
export class StrictClient extends Client {
  /** The connection that was opened last: a client has one at a time. */
  readonly #latest: { socket?: Socket };

  readonly #mostBytes: number;

  /** `mostBytes`: how many bytes a response may take on its connection before it fails. */
  constructor(origin: URL, options: Client.Options, mostBytes = Number.POSITIVE_INFINITY) {
    const { connect } = options;
    if (typeof connect !== 'function') throw new TypeError('undici gives no connector to a client');
    const latest: { socket?: Socket } = {};
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (...opened) => {
          if (opened[0] === null) latest.socket = opened[1];
          callback(...opened);
        }),
    });
    this.#latest = latest;
    this.#mostBytes = mostBytes;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    return super.dispatch(
      options,
      strict(handler, this.#latest, options.method === 'CONNECT' ? undefined : this.#mostBytes),
    );
  }
}

/**
 * Wraps a handler so that it receives the end of a response only if that has come, and an error once the response has taken
 * more than `mostBytes`. A request starts on the latest connection.
 */
function strict(
  handler: Dispatcher.DispatchHandler,
  latest: { readonly socket?: Socket },
  mostBytes: number | undefined,
): Dispatcher.DispatchHandler {
  let socket: Socket | undefined;
  let endsWithSocket = false;
  let unbound = () => {};
  return {
    onRequestStart(...args) {
      socket = latest.socket;
      if (socket !== undefined && mostBytes !== undefined) unbound = bound(socket, mostBytes);
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
      unbound();
      // undici is within that event of the socket which it takes for the end.
      if (!endsWithSocket || socket?.readableEnded) handler.onResponseEnd?.(...args);
      else handler.onResponseError?.(args[0], connectionLost(socket?.errored));
    },
    onResponseError(...args) {
      unbound();
      handler.onResponseError?.(...args);
    },
  };
}

/**
 * Destroys a connection after that many more bytes, and returns a function that stops counting. Some bytes reach no handler
 * of undici and no limit of its parser: extensions of chunks, for example.
 */
function bound(socket: Socket, mostBytes: number): () => void {
  const before = socket.bytesRead;
  const count = () => {
    if (socket.bytesRead - before <= mostBytes) return;
    socket.destroy(new TransportError('protocol', 'the answer takes far too many bytes'));
  };
  socket.on('readable', count);
  return () => socket.off('readable', count);
}
