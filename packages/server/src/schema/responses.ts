/** The responses of a route: its result, and the problems that it may return. */
import type { TSchema } from 'typebox';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemName, problemType } from '../http/problem.js';
import { ProblemSchema } from './parts.js';

const ANY_REQUEST: readonly ProblemName[] = ['wrong-host', 'closing', 'service-failed'];
const API_REQUEST: readonly ProblemName[] = [
  'unauthorized',
  'cross-site',
  'invalid-request',
  'too-many-requests',
  'took-too-long',
  'busy',
];
const BODY: readonly ProblemName[] = [
  'received-too-slowly',
  'body-too-large',
  'unsupported-media-type',
  'unsupported-content-encoding',
  'text-too-long',
  'too-many-items',
];

/** Schemas by status. */
type Responses = Readonly<Record<string, object>>;

/** Problems of requests that run in a thread. */
export const THREAD_PROBLEMS: readonly ProblemName[] = ['invalid-check', 'analysis-too-large'];

/** The responses of a route that needs no token. */
export function publicResponses(success: TSchema): Responses {
  return { 200: success, ...problemResponses(ANY_REQUEST) };
}

export function apiResponses(success: object, problems: readonly ProblemName[] = []): Responses {
  return { 200: success, ...problemResponses([...problems, ...API_REQUEST, ...ANY_REQUEST]) };
}

export function bodyResponses(success: TSchema, problems: readonly ProblemName[] = []): Responses {
  return apiResponses(success, [...problems, ...BODY]);
}

export function problemResponses(names: readonly ProblemName[]): Responses {
  const byStatus = Map.groupBy(new Set(names), (name) => PROBLEMS[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const titles = ofStatus.map((name) => `\`${problemType(name)}\`: ${PROBLEMS[name].title}`);
      const content = { [PROBLEM_MEDIA_TYPE]: { schema: ProblemSchema } };
      return [status, { description: titles.join(' '), content }];
    }),
  );
}

/** Adds examples by name, which the OpenAPI document shows. A test sends each request and compares the response. */
export function withExamples<Schema extends TSchema>(schema: Schema, values: Readonly<Record<string, unknown>>): Schema {
  const examples = Object.entries(values).map(([name, value]) => [name, { value }]);
  return { ...schema, 'x-examples': Object.fromEntries(examples) };
}
