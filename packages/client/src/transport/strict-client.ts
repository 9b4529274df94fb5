/** undici's client of one connection, which tells the end of that connection from its loss. */
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { connectionLost } from './failure.js';
import { isCloseDelimited } from './framing.js';

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

  constructor(origin: URL, options: Client.Options) {
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
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    return super.dispatch(options, strict(handler, this.#latest));
  }
}

/** A handler that is told of a response's end only where that has come. A request starts on the latest connection. */
function strict(
  handler: Dispatcher.DispatchHandler,
  latest: { readonly socket?: Socket },
): Dispatcher.DispatchHandler {
  let socket: Socket | undefined;
  let endsWithSocket = false;
  return {
    onRequestStart(...args) {
      socket = latest.socket;
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
      // undici is within that event of the socket which it takes for the end.
      if (!endsWithSocket || socket?.readableEnded) handler.onResponseEnd?.(...args);
      else handler.onResponseError?.(args[0], connectionLost(socket?.errored));
    },
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
}
