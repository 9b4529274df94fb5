/** Describes API operations as data: the routes and the OpenAPI document are generated from it. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { SMALL_BYTES } from '../options.js';
import type { ProblemName } from './problem.js';
import type { RequestWork } from './request-work.js';

/** A request with the status of success. */
export interface Example {
  readonly summary: string;
  readonly query?: Readonly<Record<string, string>>;
  /** A JSON value, or the body text if the operation does not accept JSON. */
  readonly body?: unknown;
  /** A JSON value or text. Omitted if it contains times that change on each run. */
  readonly response?: unknown;
}

/** A validated request. */
export interface OperationRequest<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  /** Its deadlines, its memory, and the signal that aborts it. */
  readonly work: RequestWork;
  readonly reply: FastifyReply;
}

export const JSON_TYPE = 'application/json';

/** One JSON document per line. */
export const NDJSON_TYPE = 'application/x-ndjson';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media type that the route accepts. */
    bodyType?: string;
    /** The body has no limit of size or time. */
    isStream?: boolean;
    /** The path in metrics, if several routes share one series. */
    metricPath?: string;
  }
}

export interface OperationData {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** OpenAPI operationId. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Requires no token, and does not count toward the rate limit. */
  readonly isPublic?: boolean;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Default: `JSON_TYPE`. */
  readonly bodyType?: string;
  /** Limits of size and time apply to each line of a stream, not to the whole. */
  readonly isStream?: boolean;
  readonly success: {
    readonly status: number;
    readonly description: string;
    readonly schema?: TSchema;
    readonly type?: string;
  };
  /** In addition to the problems common to all operations. */
  readonly problems?: readonly ProblemName[];
  readonly examples: Readonly<Record<string, Example>>;
}

export interface Operation extends OperationData {
  handle(request: OperationRequest<unknown, unknown>): unknown;
}

/** What may happen to requests with large texts, which are analyzed in a thread. */
export const ANALYSIS_PROBLEMS: readonly ProblemName[] = [
  'text-too-long',
  'too-many-items',
  'analysis-too-large',
  'took-too-long',
];

/** Infers the types of the handler from the schemas. */
export function operation<Body extends TSchema, Query extends TSchema>(
  data: Omit<OperationData, 'body' | 'query'> & {
    readonly body?: Body;
    readonly query?: Query;
    handle(request: OperationRequest<Static<Body>, Static<Query>>): unknown;
  },
): Operation {
  // Fastify has validated the request with these schemas.
  return data;
}

/** Adds the route of an operation. `app` must be its own scope, because the body parsers are changed. */
export function addOperation(app: FastifyInstance, operation: Operation, endOfTurn: EndOfTurn) {
  const { method, path, body, query, isPublic, success, isStream = false } = operation;
  const { bodyType = JSON_TYPE } = operation;
  if (isStream) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(bodyType, (_request, payload, done) => done(null, payload));
  } else {
    app.removeContentTypeParser('text/plain');
  }
  app.route({
    method,
    url: path,
    ...(isStream ? { bodyLimit: Number.MAX_SAFE_INTEGER } : {}),
    config: { secured: !isPublic, bodyType, isStream },
    schema: {
      ...(body === undefined || isStream ? {} : { body }),
      ...(query === undefined ? {} : { querystring: query }),
    },
    onRequest: ({ work }, _reply, done) => {
      if (isStream) work.moved();
      done();
    },
    handler: ({ body, query, work }, reply) => {
      if (!isStream) work.received();
      const sendLater = (result: unknown) =>
        endOfTurn.add(() => send(reply, success.status, result));
      const result = operation.handle({ body, query, work, reply });
      // Each promise lowers the throughput measurably, so results that are ready need none.
      if (result instanceof Promise) result.then(sendLater, (error) => fail(reply, error));
      else sendLater(result);
    },
  });
}

/** Does nothing if the deadline has passed or the operation has sent its own response. A string is serialized JSON. */
function send(reply: FastifyReply, status: number, result: unknown): void {
  if (reply.sent || result === reply) return;
  try {
    reply.request.work.sent();
    if (typeof result === 'string') reply.type(`${JSON_TYPE}; charset=utf-8`);
    // Encoded once: for a string, Fastify counts the bytes and Node.js encodes them.
    const isLarge = typeof result === 'string' && result.length >= SMALL_BYTES;
    const body = isLarge ? Buffer.from(result) : result;
    reply.code(status).header('cache-control', 'no-store').send(body);
  } catch (error) {
    fail(reply, error);
  }
}

function fail(reply: FastifyReply, error: unknown): void {
  if (!reply.sent) reply.send(error);
}

/** A response waits at most this long for the end of a turn. */
const LONGEST_TURN_MS = 10;

/**
 * Runs steps at the end of a turn of the event loop. All responses that become ready in one turn are sent together, so a
 * client on the same machine, such as a proxy, wakes up once for all of them, and CPU caches stay warm. With 32 connections
 * this nearly halves the cost of a request. A single request is not delayed.
 */
export class EndOfTurn {
  #waiting: (() => void)[] = [];
  #since = 0;

  /** @param step must not throw */
  add(step: () => void): void {
    this.#waiting.push(step);
    if (this.#waiting.length === 1) {
      this.#since = performance.now();
      setImmediate(() => this.#run());
    } else if (performance.now() - this.#since > LONGEST_TURN_MS) {
      this.#run();
    }
  }

  #run(): void {
    const steps = this.#waiting;
    this.#waiting = [];
    for (const step of steps) step();
  }
}
