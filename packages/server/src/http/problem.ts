import type { FastifyError } from 'fastify';

/** All errors of the service by name, sent as problem documents (RFC 9457). */
export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'The request is invalid.' },
  unauthorized: { status: 401, title: 'A valid bearer token is required.' },
  'cross-site': { status: 403, title: 'Requests from other web pages are not allowed.' },
  'not-found': { status: 404, title: 'Not found.' },
  'method-not-allowed': { status: 405, title: 'Method not allowed.' },
  'received-too-slowly': { status: 408, title: 'The request took too long to arrive.' },
  'body-too-large': { status: 413, title: 'The request body is too large.' },
  'request-url-too-long': { status: 414, title: 'The request URL is too long.' },
  'unsupported-media-type': { status: 415, title: 'The media type of the body is not supported.' },
  'unsupported-content-encoding': { status: 415, title: 'Compressed bodies are not supported.' },
  'expectation-failed': { status: 417, title: 'The Expect header is not supported.' },
  'wrong-host': { status: 421, title: 'The Host header names a different host.' },
  'invalid-check': { status: 422, title: 'A URL, product token or crawler is invalid.' },
  'text-too-long': { status: 422, title: 'A text in the request is too long.' },
  'too-many-items': { status: 422, title: 'The request contains too many items.' },
  'response-too-large': { status: 422, title: 'The response would be too large.' },
  'analysis-too-large': { status: 422, title: 'The analysis exceeds its memory limit.' },
  'took-too-long': { status: 422, title: 'The request took too long to process.' },
  'too-many-requests': { status: 429, title: 'Rate limit exceeded.' },
  'headers-too-large': { status: 431, title: 'The request headers are too large.' },
  'service-failed': { status: 500, title: 'Internal error.' },
  'store-failed': { status: 503, title: 'The store could not be updated.' },
  busy: { status: 503, title: 'The service is overloaded.' },
  closing: { status: 503, title: 'The service is shutting down.' },
} as const satisfies Readonly<Record<string, { status: number; title: string }>>;

export type ProblemName = keyof typeof PROBLEMS;

/** Where the request is wrong: a query parameter, or a JSON pointer into the body as a URI fragment (RFC 6901 6). */
export interface ProblemLocation {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly detail: string;
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** An error that the client receives as a problem document. The message is its `detail` and says what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly problem: ProblemName;
  readonly locations: readonly ProblemLocation[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    problem: ProblemName,
    detail: string,
    more: {
      readonly locations?: readonly ProblemLocation[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
    this.problem = problem;
    this.locations = more.locations ?? [];
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.problem].status;
  }

  document(requestId?: string) {
    const { title, status } = PROBLEMS[this.problem];
    return {
      type: problemType(this.problem),
      title,
      status,
      detail: this.message,
      ...(this.locations.length === 0 ? {} : { errors: this.locations }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** The header that says when to try again. */
export function retryAfter(seconds: number) {
  return { headers: { 'retry-after': String(seconds) } };
}

/** Returns a relative reference to the API documentation (RFC 9457 3.1.1). */
export function problemType(name: ProblemName): string {
  return `/docs#problem-${name}`;
}

/** Returns a problem with one location in the body: `['urls', 3]` becomes `#/urls/3`. */
export function problemAt(
  problem: ProblemName,
  path: readonly (string | number)[],
  detail: string,
): Problem {
  const pointer = `#${path.map((part) => `/${part}`).join('')}`;
  return new Problem(problem, detail, { locations: [{ pointer, detail }] });
}

type Validation = NonNullable<FastifyError['validation']>[number];

const BY_CODE: Readonly<Record<string, readonly [ProblemName, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'body-too-large',
    'The body is too large. Split it, or use /v1/check/stream.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid-request', 'The body is empty. Send a JSON object.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'invalid-request',
    'The body is not valid JSON. Send a JSON object.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid-request',
    'The length of the body does not match its Content-Length.',
  ],
  FST_ERR_BAD_URL: ['invalid-request', 'The URL path contains invalid percent-encoding.'],
};

/**
 * Returns the problem that describes an error, or undefined if the request did not cause it.
 * @param bodyType media type that the route accepts
 */
export function requestProblem(error: unknown, bodyType: string): Problem | undefined {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return undefined;
  const { code = '', statusCode = 500, validation, validationContext } = error as FastifyError;
  if (validation?.[0] !== undefined)
    return validationProblem(validation[0], validationContext ?? 'body');
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known !== undefined) return new Problem(...known);
  if (statusCode === 415) {
    const detail = `This path accepts only ${bodyType}. Set Content-Type accordingly.`;
    return new Problem('unsupported-media-type', detail);
  }
  if (statusCode >= 400 && statusCode < 500) {
    return new Problem('invalid-request', `The request could not be read: ${error.message}`);
  }
  return undefined;
}

/** Schema limits that have their own problem type. */
const BY_KEYWORD: Readonly<Record<string, ProblemName>> = {
  maxItems: 'too-many-items',
  maxLength: 'text-too-long',
};

/** Describes a violation of a schema, in the words of Ajv or of typebox. */
export function validationProblem(error: Validation, context: string): Problem {
  const detail = describe(error);
  const { instancePath: path } = error;
  const location: ProblemLocation =
    context === 'querystring'
      ? { parameter: memberOf(error) ?? path.slice(1), detail }
      : { pointer: `#${path}`, detail };
  const where = 'parameter' in location ? location.parameter : (location.pointer ?? '');
  return new Problem(BY_KEYWORD[error.keyword] ?? 'invalid-request', `${where}: ${detail}`, {
    locations: [location],
  });
}

/** Returns the name of the missing or unknown member. */
function memberOf({ keyword, params }: Validation): string | undefined {
  // Ajv names one member, typebox lists all.
  const names =
    keyword === 'required'
      ? (params.missingProperty ?? params.requiredProperties)
      : (params.additionalProperty ?? params.additionalProperties);
  return names === undefined ? undefined : String([names].flat()[0]);
}

const NAMES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

function describe(error: Validation): string {
  const { keyword, params, message = 'is invalid' } = error;
  switch (keyword) {
    case 'required':
      return `"${memberOf(error)}" is required.`;
    case 'additionalProperties':
      return `Unknown member "${memberOf(error)}".`;
    case 'enum':
      return `Must be one of ${(params.allowedValues as string[]).join(', ')}.`;
    case 'type':
      return `Must be ${NAMES[String(params.type)] ?? params.type}.`;
    case 'minItems':
    case 'minLength':
      return 'Must not be empty.';
    case 'maxItems':
      return `Must have at most ${params.limit} items.`;
    case 'maxLength':
      return `Must have at most ${params.limit} characters.`;
    default:
      return sentence(message);
  }
}

/** Turns a validation message such as "must be string" into a sentence. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** Gives the client time to read the problem: closing immediately could discard it. */
const LINGER_MS = 1000;

interface RawSocket {
  readonly writable: boolean;
  end(text: string): unknown;
  destroy(): unknown;
}

/** Responds to bytes that Node.js could not parse as a request. */
export function sendClientError(error: NodeJS.ErrnoException, socket: RawSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = BY_SOCKET_ERROR[error.code ?? ''];
  const [problem, detail] = known ?? ['invalid-request', 'The request is not valid HTTP/1.1.'];
  sendRawProblem(socket, new Problem(problem, detail));
}

/** Headers of a problem document that Fastify does not send. */
export function problemHeaders(problem: Problem): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'X-Content-Type-Options': 'nosniff',
    ...problem.headers,
  };
}

/** Writes a problem to a socket and closes it. */
export function sendRawProblem(socket: RawSocket, problem: Problem): void {
  const body = JSON.stringify(problem.document());
  const headers = { ...problemHeaders(problem), 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${problem.status} ${problem.problem}`;
  socket.end(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`);
  // The client may leave its half of the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** By the code of Node.js or llhttp. */
const BY_SOCKET_ERROR: Readonly<Record<string, readonly [ProblemName, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    'received-too-slowly',
    'The headers did not arrive in time. Send them faster.',
  ],
  HPE_HEADER_OVERFLOW: [
    'headers-too-large',
    'The headers are too large. Send fewer or shorter header fields and a shorter URL.',
  ],
};
