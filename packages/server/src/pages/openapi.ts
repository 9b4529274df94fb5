/** Generates the OpenAPI 3.1 document from the operations and the schemas that validate requests. */
import type { TSchema } from 'typebox';
import { type Example, JSON_TYPE, NDJSON_TYPE, type OperationData } from '../http/operation.js';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemName, problemType } from '../http/problem.js';
import { ProblemSchema } from '../schema/parts.js';

/** Equals the version in package.json (tested), so that no file is read at startup. */
const VERSION = '0.1.0';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> } & Json;
}

const ANY_OPERATION: readonly ProblemName[] = ['wrong-host', 'busy', 'closing', 'service-failed'];
const SECURED_OPERATION: readonly ProblemName[] = [
  'unauthorized',
  'cross-site',
  'too-many-requests',
];
const BODY_OPERATION: readonly ProblemName[] = [
  'invalid-request',
  'received-too-slowly',
  'body-too-large',
  'unsupported-media-type',
  'unsupported-content-encoding',
];

export function problemsOf(operation: OperationData): ProblemName[] {
  const names = [
    ...(operation.problems ?? []),
    ...(operation.body === undefined ? [] : BODY_OPERATION),
    ...(operation.query === undefined ? [] : (['invalid-request'] as const)),
    ...(operation.isPublic ? [] : SECURED_OPERATION),
    ...ANY_OPERATION,
  ];
  return [...new Set(names)].sort((one, other) => PROBLEMS[one].status - PROBLEMS[other].status);
}

/** Returns the OpenAPI document. */
export function openApiDocument(
  operations: readonly OperationData[],
  requiresToken: boolean,
): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operation, requiresToken);
    paths[operation.path] = path;
  }
  const named = new Map<string, Json>();
  const referenced = withReferences(paths, named) as OpenApiDocument['paths'];
  return {
    openapi: '3.1.1',
    info: {
      title: 'repkit',
      version: VERSION,
      summary: 'HTTP API for robots.txt (RFC 9309).',
      description:
        'Checks URLs against live sites or a robots.txt in the request, and lints, compares and formats files. ' +
        'Errors are problem documents (RFC 9457). Times are in milliseconds since 1970. Responses may gain members.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths: referenced,
    components: {
      schemas: Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: requiresToken ? { token: { type: 'http', scheme: 'bearer' } } : undefined,
    },
  };
}

/** Members without a value are undefined, which JSON leaves out. */
function operationObject(operation: OperationData, requiresToken: boolean): Json {
  const { id, summary, description, isPublic, query, success, examples } = operation;
  const { body, bodyType = JSON_TYPE } = operation;
  const { schema, type = JSON_TYPE } = success;
  return {
    operationId: id,
    summary,
    description,
    // An empty list states that the operation needs no token.
    security: requiresToken && !isPublic ? [{ token: [] }] : [],
    parameters: query && parameters(query, examples),
    requestBody: body && { required: true, content: content(bodyType, body, examples, 'body') },
    responses: {
      [success.status]: {
        description: success.description,
        content: schema && content(type, schema, examples, 'response'),
      },
      ...problemResponses(problemsOf(operation)),
    },
  };
}

function content(
  type: string,
  schema: TSchema,
  examples: OperationData['examples'],
  part: 'response' | 'body',
): Json {
  return {
    [type]: {
      schema: type === NDJSON_TYPE ? linesOf(schema) : schema,
      examples: exampleValues(examples, (example) => example[part]),
    },
  };
}

/** Returns the values that the examples have; undefined if none has one. */
function exampleValues(
  examples: OperationData['examples'],
  partOf: (example: Example) => unknown,
): Json | undefined {
  const values = Object.entries(examples).flatMap(([name, example]) => {
    const value = partOf(example);
    return value === undefined ? [] : [[name, { summary: example.summary, value }]];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

function parameters(query: TSchema, examples: OperationData['examples']): Json[] {
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, TSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    examples: exampleValues(examples, (example) => example.query?.[name]),
  }));
}

function problemResponses(names: readonly ProblemName[]): Json {
  const byStatus = Map.groupBy(names, (name) => PROBLEMS[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of
          .map((name) => `\`${problemType(name)}\`: ${PROBLEMS[name].title}`)
          .join(' '),
        content: { [PROBLEM_MEDIA_TYPE]: { schema: ProblemSchema } },
      },
    ]),
  );
}

/** NDJSON is not one JSON document, so its schema is that of a string with contents (JSON Schema 2020-12, validation 8). */
function linesOf(schema: TSchema): Json {
  return {
    type: 'string',
    description: 'One JSON object per line.',
    contentMediaType: NDJSON_TYPE,
    contentSchema: schema,
  };
}

/** Replaces the schemas that have a title by references, and collects them by their title. */
function withReferences(value: unknown, found: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, found));
  if (typeof value !== 'object' || value === null) return value;
  const members = () =>
    Object.entries(value).map(([key, inner]) => [key, withReferences(inner, found)]);
  // Only schemas of typebox have a kind; examples can have a title too.
  if (!('~kind' in value && 'title' in value)) return Object.fromEntries(members());
  const title = String(value.title);
  if (!found.has(title)) found.set(title, Object.fromEntries(members()));
  return { $ref: `#/components/schemas/${title}` };
}
