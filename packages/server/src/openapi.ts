/** The OpenAPI document (3.1), made from the operations: what validates is what is told. */
import type { TSchema } from 'typebox';
import { type Example, JSON_TYPE, NDJSON_TYPE, type OperationData } from './http/operation.js';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemName, problemType } from './http/problem.js';
import { RobotsAnswer } from './routes/robots.js';
import {
  CheckAnswer,
  CheckRequest,
  StreamAnswer,
  StreamQuestion,
  VerdictAnswer,
} from './schema/check.js';
import { DiffAnswer, DiffRequest, FormatRequest, LintAnswer, LintRequest } from './schema/file.js';
import { Group, MatchedRule, ProblemPart, Provenance, RulesVerdict, Span } from './schema/parts.js';

/** The version of the package; a test holds it equal to package.json, so that no file is read at start-up. */
const VERSION = '0.1.0';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> } & Json;
}

/** Schemas that get a name of their own in the document. */
const NAMED: readonly (readonly [name: string, schema: object])[] = Object.entries({
  CheckRequest,
  CheckAnswer,
  StreamQuestion,
  StreamAnswer,
  VerdictAnswer,
  LintRequest,
  LintAnswer,
  DiffRequest,
  DiffAnswer,
  FormatRequest,
  RobotsAnswer,
  Provenance,
  Group,
  MatchedRule,
  RulesVerdict,
  Span,
  Problem: ProblemPart,
});

/** By what they are: a member that may be left out has a schema of its own, which is the same. */
const NAMES = new Map(NAMED.map(([name, schema]) => [JSON.stringify(schema), name]));

/** Whatever an operation does, these can come of it. */
const OF_EACH: readonly ProblemName[] = ['wrong-host', 'busy', 'closing', 'service-failed'];
const OF_SECURED: readonly ProblemName[] = ['unauthorized', 'too-many-requests'];
const OF_BODIES: readonly ProblemName[] = [
  'invalid-request',
  'received-too-slowly',
  'body-too-large',
  'unsupported-media-type',
  'unsupported-content-encoding',
];

export function problemsOf(operation: OperationData): ProblemName[] {
  const names = [
    ...operation.problems,
    ...(operation.body === undefined ? [] : OF_BODIES),
    ...(operation.query === undefined ? [] : (['invalid-request'] as const)),
    ...(operation.secured ? OF_SECURED : []),
    ...OF_EACH,
  ];
  return [...new Set(names)].sort((one, other) => PROBLEMS[one].status - PROBLEMS[other].status);
}

/** @param wantsToken whether the service has a token */
export function openApiDocument(
  operations: readonly OperationData[],
  wantsToken: boolean,
): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operation, wantsToken);
    paths[operation.path] = path;
  }
  const schemas = NAMED.map(([name, schema]) => [name, members(schema)]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'repkit',
      version: VERSION,
      summary: 'The Robots Exclusion Protocol (RFC 9309) as a service.',
      description:
        'Verdicts on URLs, against a given robots.txt or as the sites have it; lint, diff and format of files. ' +
        'Errors are problem documents (RFC 9457). Times are in milliseconds since 1970. Answers may get new members.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      ...(wantsToken ? { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : {}),
    },
  };
}

function operationObject(operation: OperationData, wantsToken: boolean): Json {
  const { id, summary, description, secured, query, success, examples } = operation;
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    // Stated for each operation, also if it needs no token.
    security: secured && wantsToken ? [{ token: [] }] : [],
    ...(query === undefined ? {} : { parameters: parameters(query, examples) }),
    ...bodyObject(operation),
    responses: {
      [success.status]: {
        description: success.description,
        ...(success.schema === undefined
          ? {}
          : content(success.type ?? JSON_TYPE, success.schema, examples, 'answer')),
      },
      ...problemResponses(problemsOf(operation)),
    },
  };
}

function bodyObject({ body, bodyType = JSON_TYPE, examples }: OperationData): Json {
  if (body === undefined) return {};
  return { requestBody: { required: true, ...content(bodyType, body, examples, 'body') } };
}

function content(
  type: string,
  schema: TSchema,
  examples: readonly Example[],
  part: 'answer' | 'body',
): Json {
  const told = examples.filter((example) => example[part] !== undefined);
  const named = told.map(({ name, summary, [part]: value }) => [name, { summary, value }]);
  return {
    content: {
      [type]: {
        schema: type === NDJSON_TYPE ? linesOf(schema) : reference(schema),
        ...(named.length === 0 ? {} : { examples: Object.fromEntries(named) }),
      },
    },
  };
}

function parameters(query: TSchema, examples: readonly Example[]): Json[] {
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, TSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const values = examples.flatMap((example) => {
      const value = example.query?.[name];
      return value === undefined ? [] : [[example.name, { summary: example.summary, value }]];
    });
    return {
      name,
      in: 'query',
      required: required.includes(name),
      schema: members(schema),
      ...(values.length === 0 ? {} : { examples: Object.fromEntries(values) }),
    };
  });
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
        content: { [PROBLEM_MEDIA_TYPE]: { schema: reference(ProblemPart) } },
      },
    ]),
  );
}

/** NDJSON is a text of many JSON documents: no schema of one document describes it (JSON Schema 2020-12, validation 8). */
function linesOf(schema: TSchema): Json {
  return {
    type: 'string',
    description: 'One JSON object per line.',
    contentMediaType: NDJSON_TYPE,
    contentSchema: reference(schema),
  };
}

/** A named schema by its name, any other as it is. */
function reference(schema: object): Json {
  const name = NAMES.get(JSON.stringify(schema));
  return name === undefined ? members(schema) : { $ref: `#/components/schemas/${name}` };
}

/** The schema itself, with the named ones in it by their names. */
function members(schema: object): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inner(value)]));
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === 'object' && value !== null ? reference(value) : value;
}
