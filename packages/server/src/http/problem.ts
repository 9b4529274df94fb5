import type { FastifyError } from 'fastify';
import type { Static } from 'typebox';
import type { ProblemPart } from '../schema/parts.js';

/** Problem documents (RFC 9457): every error of the service, by its name. */

interface ProblemKind {
  readonly status: number;
  /** The same for every occurrence. */
  readonly title: string;
}

export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'The request is invalid.' },
  unauthorized: { status: 401, title: 'A bearer token is required.' },
  'not-found': { status: 404, title: 'Not found.' },
  'method-not-allowed': { status: 405, title: 'Method not allowed.' },
  'received-too-slowly': { status: 408, title: 'The request was received too slowly.' },
  'body-too-large': { status: 413, title: 'The request body is too large.' },
  'request-url-too-long': { status: 414, title: 'The request URL is too long.' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type.' },
  'unsupported-content-encoding': {
    status: 415,
    title: 'Compressed request bodies are not supported.',
  },
  'wrong-host': { status: 421, title: 'The service does not serve this host.' },
  'cannot-be-checked': { status: 422, title: 'A URL or product token is invalid.' },
  'text-too-long': { status: 422, title: 'A text in the request is too long.' },
  'too-many-checks': { status: 422, title: 'The request contains too many checks.' },
  'response-too-large': { status: 422, title: 'The response would be too large.' },
  'analysis-too-large': {
    status: 422,
    title: 'The analysis needs too much memory.',
  },
  'took-too-long': { status: 422, title: 'The request took too long to process.' },
  'too-many-requests': { status: 429, title: 'Too many requests.' },
  'headers-too-large': { status: 431, title: 'The request headers are too large.' },
  'service-failed': { status: 500, title: 'Internal server error.' },
  'store-failed': { status: 503, title: 'The store could not be updated.' },
  busy: { status: 503, title: 'The service is busy.' },
  closing: { status: 503, title: 'The service is shutting down.' },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemName = keyof typeof PROBLEMS;

export type ProblemDocument = Static<typeof ProblemPart>;

/** Where in the request something is wrong: a JSON pointer into the body as a URI fragment (RFC 6901 6), or a parameter. */
export type ProblemPlace = NonNullable<ProblemDocument['errors']>[number];

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Thrown by whatever cannot answer; the message is the `detail`: one sentence that says the mend. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly problem: ProblemName;
  readonly places: readonly ProblemPlace[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    problem: ProblemName,
    detail: string,
    more: {
      readonly places?: readonly ProblemPlace[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
    this.problem = problem;
    this.places = more.places ?? [];
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.problem].status;
  }

  document(requestId?: string): ProblemDocument {
    const { title, status } = PROBLEMS[this.problem];
    return {
      type: problemType(this.problem),
      title,
      status,
      detail: this.message,
      ...(this.places.length === 0 ? {} : { errors: [...this.places] }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** A reference to the page of the API's documentation, relative to the service (RFC 9457 3.1.1). */
export function problemType(name: ProblemName): string {
  return `/docs#problem-${name}`;
}

/** A problem with one place in the body: `['urls', 3]` is `#/urls/3`. */
export function problemAt(
  problem: ProblemName,
  path: readonly (string | number)[],
  detail: string,
): Problem {
  const pointer = `#${path.map((part) => `/${part}`).join('')}`;
  return new Problem(problem, detail, { places: [{ pointer, detail }] });
}

type Validation = NonNullable<FastifyError['validation']>[number];

const BY_CODE: Readonly<Record<string, readonly [ProblemName, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large', 'Send less per request, or use /v1/check/stream.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid-request', 'The body is empty. Send a JSON object.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'invalid-request',
    'The body is not valid JSON. Send a JSON object.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid-request',
    'The length of the body differs from its Content-Length.',
  ],
  FST_ERR_BAD_URL: ['invalid-request', 'The URL path is not percent-encoded correctly.'],
};

/** `bodyType` is what the path reads. Undefined where the fault is not the request's. */
export function requestProblem(error: unknown, bodyType: string): Problem | undefined {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return undefined;
  const { code = '', statusCode = 500, validation, validationContext } = error as FastifyError;
  if (validation?.[0] !== undefined) return invalid(validation[0], validationContext ?? 'body');
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known !== undefined) return new Problem(...known);
  if (statusCode === 415) {
    return new Problem('unsupported-media-type', `Send the body as ${bodyType}.`);
  }
  if (statusCode >= 400 && statusCode < 500) {
    return new Problem('invalid-request', `The request is invalid: ${error.message}`);
  }
  return undefined;
}

/** Limits that the schemas state have names of their own. */
const BY_KEYWORD: Readonly<Record<string, ProblemName>> = {
  maxItems: 'too-many-checks',
  maxLength: 'text-too-long',
};

function invalid(error: Validation, context: string): Problem {
  const detail = sentence(error);
  const { instancePath: path } = error;
  const place: ProblemPlace =
    context === 'querystring'
      ? { parameter: memberOf(error) ?? path.slice(1), detail }
      : { pointer: `#${path}`, detail };
  const where = 'parameter' in place ? place.parameter : (place.pointer ?? '');
  return new Problem(BY_KEYWORD[error.keyword] ?? 'invalid-request', `${where}: ${detail}`, {
    places: [place],
  });
}

/** The member that is missing or too much. */
function memberOf({ keyword, params }: Validation): string | undefined {
  if (keyword === 'required') return String(params.missingProperty);
  if (keyword === 'additionalProperties') return String(params.additionalProperty);
  return undefined;
}

/** JSON's types, in a sentence. */
const NAMES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

function sentence(error: Validation): string {
  const { keyword, params, message = 'is not what it must be' } = error;
  switch (keyword) {
    case 'required':
      return `"${memberOf(error)}" is missing.`;
    case 'additionalProperties':
      return `Unknown member "${memberOf(error)}".`;
    case 'enum':
      return `It must be one of ${(params.allowedValues as string[]).join(', ')}.`;
    case 'type':
      return `It must be ${NAMES[String(params.type)] ?? params.type}.`;
    case 'minItems':
    case 'minLength':
      return 'It must not be empty.';
    case 'maxItems':
      return `It must not have more than ${params.limit} items.`;
    case 'maxLength':
      return `It must not have more than ${params.limit} characters.`;
    default:
      return `It ${message}.`;
  }
}

/** Time for the client to read the problem: closing at once could discard it. */
const LINGER_MS = 1000;

interface RawSocket {
  readonly writable: boolean;
  end(text: string): unknown;
  destroy(): unknown;
}

export function answerClientError(error: NodeJS.ErrnoException, socket: RawSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error.code);
  const body = JSON.stringify(problem.document());
  const { status } = PROBLEMS[problem.problem];
  const lines = [
    `HTTP/1.1 ${status} ${problem.problem}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // A client that keeps its half open must not keep the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(
        'received-too-slowly',
        'The headers did not arrive in time. Send them faster.',
      );
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'headers-too-large',
        'Send fewer or shorter header fields, and a shorter URL.',
      );
    default:
      return new Problem('invalid-request', 'The request is not valid HTTP/1.1.');
  }
}
