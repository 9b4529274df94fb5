/** The HTTP server below Fastify: bounds connections, and what a client may leave unread or unsent on them. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { HEADERS_CHECK_MS, MAX_PIPELINED, type ServerLimits } from '../options.js';
import { PacedReader } from './paced-reader.js';
import { Problem, problemHeaders, sendRawProblem } from './problem.js';
import { joinSmallChunks } from './small-chunks.js';

const KEEP_ALIVE_MS = 72_000;
/** Time for the rest of a body that nobody needs. Closing earlier could discard the response. */
const LINGER_MS = 5000;
/** Idle connections are closed once this part of all connections is open. */
const CROWDED = 0.9;
/** Time for which all connections are paced after a client has sent too many requests or small chunks at once. */
const PACED_MS = 600_000;

interface Connection {
  unanswered: number;
  /** The request that arrived last. */
  last?: IncomingMessage;
  reader?: PacedReader;
}

/** Counts the connections of one server. */
export class Connections {
  readonly server: Server;
  readonly #limits: ServerLimits;
  readonly #open = new Map<Socket, Connection>();
  readonly #perClient = new Map<string, number>();
  /** Requests that were sent before the response to an earlier one on the same connection. */
  #pipelined = 0;
  /** Pacing every request would lower the throughput by a tenth. */
  #pacedUntil = 0;

  constructor(handle: RequestListener, limits: ServerLimits) {
    this.#limits = limits;
    this.server = createServer(
      {
        headersTimeout: limits.headersMs,
        connectionsCheckingInterval: Math.min(HEADERS_CHECK_MS, limits.headersMs),
        keepAliveTimeout: KEEP_ALIVE_MS,
        // Each request has deadlines of its own.
        requestTimeout: 0,
        // Admission responds with a problem document instead.
        requireHostHeader: false,
      },
      (request, response) => {
        const { socket } = request;
        if (!this.#accepts(request)) return;
        response.once('close', () => {
          this.#answered(socket);
          if (!request.complete && !socket.destroyed) linger();
        });
        const linger = () => {
          setTimeout(() => {
            if (!request.complete) socket.destroy();
          }, LINGER_MS).unref();
        };
        joinSmallChunks(request, () => this.#paceAll());
        handle(request, response);
      },
    );
    this.server.maxConnections = limits.connections;
    this.server.on('connection', (socket) => this.#opened(socket));
    this.server.on('connect', (_request, socket) => {
      // Node.js has removed its listeners: a reset would end the process, and nothing would be read.
      socket.on('error', () => {}).resume();
      const detail = 'CONNECT is not supported. The service is not a proxy.';
      sendRawProblem(socket, new Problem('method-not-allowed', detail));
    });
    this.server.on('checkExpectation', (_request, response) => {
      const detail = 'The Expect header is not supported, except "100-continue". Omit it.';
      const problem = new Problem('expectation-failed', detail);
      const body = JSON.stringify(problem.document());
      const length = { 'Content-Length': Buffer.byteLength(body) };
      response.writeHead(problem.status, { ...problemHeaders(problem), ...length }).end(body);
    });
  }

  get count(): number {
    return this.#open.size;
  }

  #opened(socket: Socket): void {
    const { connections } = this.#limits;
    const client = socket.remoteAddress ?? '';
    const ofClient = (this.#perClient.get(client) ?? 0) + 1;
    // A client may have as many as are left for others.
    if (ofClient > connections - this.count) {
      socket.destroy();
      return;
    }
    this.#perClient.set(client, ofClient);
    const connection: Connection = { unanswered: 0 };
    this.#open.set(socket, connection);
    if (performance.now() < this.#pacedUntil) this.#pace(socket, connection);
    socket.once('close', () => {
      this.#pipelined -= Math.max(0, connection.unanswered - 1);
      this.#open.delete(socket);
      const left = (this.#perClient.get(client) ?? 1) - 1;
      if (left === 0) this.#perClient.delete(client);
      else this.#perClient.set(client, left);
    });
    if (this.count > connections * CROWDED) this.server.closeIdleConnections();
  }

  /** Returns whether a request is handled. If not, its connection has been closed. */
  #accepts(request: IncomingMessage): boolean {
    const { socket } = request;
    const connection = this.#open.get(socket);
    // Node.js still emits the requests that arrived in one piece with the one for which the connection was closed.
    if (connection === undefined || socket.destroyed) return false;
    if (connection.unanswered > 0) {
      const { concurrentRequests } = this.#limits;
      if (connection.unanswered >= MAX_PIPELINED || this.#pipelined >= concurrentRequests) {
        socket.destroy();
        this.#paceAll();
        return false;
      }
      this.#pipelined++;
    }
    connection.unanswered++;
    connection.last = request;
    return true;
  }

  #answered(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    if (connection.unanswered > 1) this.#pipelined--;
    connection.unanswered--;
    if (connection.unanswered === 0) connection.reader?.passLater();
  }

  /** Takes effect for connections whose data arrived in the same turn of the event loop, too. */
  #paceAll(): void {
    this.#pacedUntil = performance.now() + PACED_MS;
    for (const [socket, connection] of this.#open) {
      if (!socket.destroyed) this.#pace(socket, connection);
    }
  }

  #pace(socket: Socket, connection: Connection): void {
    const isBusy = () => connection.unanswered > 0 && connection.last?.complete === true;
    connection.reader ??= new PacedReader(socket, isBusy);
  }
}
