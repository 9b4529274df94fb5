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
  'invalid-request': { status: 400, title: 'The request does not have the shape it must have.' },
  unauthorized: { status: 401, title: 'This service wants its bearer token.' },
  'not-found': { status: 404, title: 'There is nothing here.' },
  'method-not-allowed': { status: 405, title: 'This path knows other methods.' },
  'received-too-slowly': { status: 408, title: 'The request took too long to arrive.' },
  'body-too-large': { status: 413, title: 'The body is larger than this service reads.' },
  'request-url-too-long': { status: 414, title: 'The URL of the request is too long.' },
  'unsupported-media-type': { status: 415, title: 'The body is of another media type.' },
  'unsupported-content-encoding': { status: 415, title: 'The body is compressed.' },
  'wrong-host': { status: 421, title: 'This service answers for another host.' },
  'cannot-be-asked': { status: 422, title: 'A URL or a product token cannot be asked about.' },
  'text-too-long': { status: 422, title: 'A text of the request is too long.' },
  'too-many-questions': { status: 422, title: 'The request asks too much at once.' },
  'answer-too-large': { status: 422, title: 'The answer is larger than one request may get.' },
  'too-involved': {
    status: 422,
    title: 'The analysis needs more memory than one request may take.',
  },
  'took-too-long': { status: 422, title: 'The answer took longer than one request may take.' },
  'too-many-requests': { status: 429, title: 'This client asks too often.' },
  'headers-too-large': { status: 431, title: 'The header of the request is too large.' },
  'service-failed': { status: 500, title: 'The service itself failed.' },
  'store-failed': { status: 503, title: 'The store cannot be told.' },
  busy: { status: 503, title: 'The service has all the work that it can do.' },
  closing: { status: 503, title: 'The service is about to end.' },
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
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large', 'Send less at once, or use /v1/check/stream.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid-request', 'The body is empty: send a JSON object.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid-request', 'The body is no JSON: send a JSON object.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid-request',
    'The body is not as long as its Content-Length says.',
  ],
  FST_ERR_BAD_URL: ['invalid-request', 'The path of the URL is not percent-encoded as it must be.'],
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
    return new Problem(
      'unsupported-media-type',
      `The Content-Type is not what this path reads: send ${bodyType}.`,
    );
  }
  if (statusCode >= 400 && statusCode < 500) {
    return new Problem('invalid-request', `The request cannot be read: ${error.message}`);
  }
  return undefined;
}

/** Limits that the schemas state have names of their own. */
const BY_KEYWORD: Readonly<Record<string, ProblemName>> = {
  maxItems: 'too-many-questions',
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
      return `There is no "${memberOf(error)}" here.`;
    case 'enum':
      return `It must be one of ${(params.allowedValues as string[]).join(', ')}.`;
    case 'type':
      return `It must be ${NAMES[String(params.type)] ?? params.type}.`;
    case 'minItems':
    case 'minLength':
      return 'It is empty.';
    case 'maxItems':
      return `It has more than ${params.limit} items.`;
    case 'maxLength':
      return `It has more than ${params.limit} characters.`;
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
        'The header was not whole in time: send it faster.',
      );
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'headers-too-large',
        'Send fewer or shorter header fields, and a shorter URL.',
      );
    default:
      return new Problem('invalid-request', 'This is no HTTP/1.1: speak it.');
  }
}
