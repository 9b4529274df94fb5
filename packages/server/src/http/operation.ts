/** An operation of the API as data, from which its route and its part of the OpenAPI document are made. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Clients, StoreWatch } from '../clients.js';
import type { Metrics } from '../metrics.js';
import type { ServerLimits } from '../options.js';
import type { AnalysisPool } from '../work/analysis-pool.js';
import type { ProblemName } from './problem.js';
import type { RequestWork } from './request-work.js';

/** What the operations work with. */
export interface Services {
  readonly clients: Clients;
  readonly limits: ServerLimits;
  readonly metrics: Metrics;
  readonly watch: StoreWatch;
  readonly analyses: AnalysisPool;
}

export interface Example {
  readonly name: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or the text of the body where it is none. */
  readonly body?: unknown;
  readonly status: number;
  /** JSON, or text; of times and the like the values differ from one run to the next. */
  readonly answer?: unknown;
}

/** A validated request. */
export interface Asked<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  /** Its deadlines, its memory, and the signal that aborts it. */
  readonly work: RequestWork;
  readonly reply: FastifyReply;
}

/** The default type of bodies. */
export const JSON_TYPE = 'application/json';

/** One JSON document per line. */
export const NDJSON_TYPE = 'application/x-ndjson';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the path reads. */
    bodyType?: string;
    /** A body without a limit of size and time. */
    isStream?: boolean;
    /** The path in metrics, if several routes share one series. */
    metricPath?: string;
  }
}

export interface OperationData {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** For programs that are made from the document. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Wants the token, where the service has one, and counts for the rate of a client. */
  readonly secured: boolean;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** `JSON_TYPE` where it is not said. */
  readonly bodyType?: string;
  /** A stream has no limits of length and time: its parts do. */
  readonly isStream?: boolean;
  readonly success: {
    readonly status: number;
    readonly description: string;
    readonly schema?: TSchema;
    readonly type?: string;
  };
  /** Beside those that each operation has. */
  readonly problems: readonly ProblemName[];
  readonly examples: readonly Example[];
}

export interface Operation extends OperationData {
  answer(asked: Asked<unknown, unknown>): unknown;
}

/** Ties the types of the handler to the schemas. */
export function operation<Body extends TSchema, Query extends TSchema>(
  data: Omit<OperationData, 'body' | 'query'> & {
    readonly body?: Body;
    readonly query?: Query;
    answer(asked: Asked<Static<Body>, Static<Query>>): unknown;
  },
): Operation {
  const { answer, ...rest } = data;
  // What comes here has been validated by the same schemas.
  return { ...rest, answer: (asked) => answer(asked as Asked<Static<Body>, Static<Query>>) };
}

/** Adds the route of an operation. `app` is a scope of its own: the parser of a stream must not apply to other routes. */
export function addOperation(app: FastifyInstance, operation: Operation, endOfTurn: EndOfTurn) {
  const { method, path, body, query, secured, success, isStream = false } = operation;
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
    config: { secured, bodyType, isStream },
    schema: {
      ...(body === undefined || isStream ? {} : { body }),
      ...(query === undefined ? {} : { querystring: query }),
    },
    onRequest: ({ work }, _reply, done) => {
      if (isStream) work.moved();
      else work.receive();
      done();
    },
    handler: ({ body, query, work }, reply) => {
      if (!isStream) work.received();
      const sendLater = (answer: unknown) =>
        endOfTurn.add(() => send(reply, success.status, answer));
      const answer = operation.answer({ body, query, work, reply });
      // Without a promise if there is nothing to wait for: each one lowers the rate of the service measurably.
      if (answer instanceof Promise) answer.then(sendLater, (error) => fail(reply, error));
      else sendLater(answer);
    },
  });
}

/** Does nothing if the deadline has passed or the operation has sent its answer itself. A string is JSON already. */
function send(reply: FastifyReply, status: number, answer: unknown): void {
  if (reply.sent || answer === reply) return;
  try {
    reply.request.work.sent();
    if (typeof answer === 'string') reply.type(`${JSON_TYPE}; charset=utf-8`);
    reply.code(status).header('cache-control', 'no-store').send(answer);
  } catch (error) {
    fail(reply, error);
  }
}

function fail(reply: FastifyReply, error: unknown): void {
  if (!reply.sent) reply.send(error);
}

/** The longest time that an answer waits for the end of a turn. */
const LONGEST_TURN_MS = 10;

/**
 * Steps for the end of a turn of the event loop. All answers that become ready in one turn are sent together: a reader on
 * the same machine, such as a proxy, wakes once for all of them, and caches stay warm. With 32 connections this nearly
 * halves the cost of a request; a single request waits for nothing.
 */
export class EndOfTurn {
  #waiting: (() => void)[] = [];
  #since = 0;

  /** @param step must not throw */
  add(step: () => void): void {
    this.#waiting.push(step);
    if (this.#waiting.length === 1) {
      this.#since = Date.now();
      setImmediate(() => this.#run());
    } else if (Date.now() - this.#since > LONGEST_TURN_MS) {
      this.#run();
    }
  }

  #run(): void {
    const steps = this.#waiting;
    this.#waiting = [];
    for (const step of steps) step();
  }
}
