/** One operation of the API as data: the schemas validate, and the OpenAPI document is made from the same. */
import type { FastifyReply } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Clients } from '../clients.js';
import type { ServerLimits } from '../limits.js';
import type { Metrics } from '../metrics.js';
import type { StoreWatch } from '../store-health.js';
import type { ProblemName } from './problem.js';

/** What the operations work with. */
export interface Services {
  readonly clients: Clients;
  readonly limits: ServerLimits;
  readonly metrics: Metrics;
  readonly watch: StoreWatch;
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

export interface Asked<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  /** Aborted where the client has gone or the time is over. */
  readonly signal: AbortSignal;
  readonly reply: FastifyReply;
}

/** What a body is where an operation does not say otherwise. */
export const JSON_TYPE = 'application/json';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the path reads. */
    bodyType?: string;
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
