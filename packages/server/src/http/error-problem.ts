/** Turns errors of Fastify, Ajv and Node.js into problem documents. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { NO_SUCH_PATH, PROBLEM_MEDIA_TYPE, Problem, type ProblemLocation, type ProblemName } from './problem.js';

type Validation = NonNullable<FastifyError['validation']>[number];

const BY_CODE: Readonly<Record<string, readonly [ProblemName, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large', 'The body is too large. Split it into several requests.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported-media-type',
    'This path accepts only application/json. Set Content-Type accordingly.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid-request', 'The length of the body does not match its Content-Length.'],
  FST_ERR_BAD_URL: ['invalid-request', 'The URL path contains invalid percent-encoding.'],
  // Such as `/assets/..%2F`.
  FST_STATIC_FORBIDDEN_PATH: ['not-found', NO_SUCH_PATH],
};

/** The error handler of the service. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = requestProblem(error, request) ?? internalError(error, request);
  reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.headers })
    .type(PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(problem.document(request.id)));
}

/** Logs an internal error and hides it from the client. Errors after the client has disconnected are not logged. */
function internalError(error: unknown, request: FastifyRequest): Problem {
  if (!request.raw.socket.destroyed) {
    request.log.error({ err: error }, 'internal error');
  }
  const detail = 'This is a bug in the service. Report it with the requestId, which is also in the log.';
  return new Problem('service-failed', detail);
}

/** Returns the problem that describes an error, or undefined if the request did not cause it. */
function requestProblem(error: unknown, { query }: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return undefined;
  const { code = '', statusCode = 500, validation, validationContext } = error as FastifyError;
  if (validation?.[0] !== undefined) {
    return validationContext === 'querystring' ? queryProblem(validation[0], query) : bodyProblem(validation[0]);
  }
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known !== undefined) return new Problem(...known);
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

function bodyProblem(error: Validation): Problem {
  const pointer = `#${error.instancePath}`;
  const detail = describe(error, 'member');
  return violation(error, pointer, { pointer, detail });
}

function queryProblem(error: Validation, query: unknown): Problem {
  const parameter = memberOf(error) ?? error.instancePath.slice(1);
  // The values of a repeated parameter form a list, which no parameter may be.
  const isRepeated = error.instancePath !== '' && Array.isArray(Reflect.get(Object(query), parameter));
  const detail = isRepeated ? 'Must be sent once.' : describe(error, 'parameter');
  return violation(error, parameter, { parameter, detail });
}

function violation({ keyword }: Validation, where: string, location: ProblemLocation): Problem {
  return new Problem(BY_KEYWORD[keyword] ?? 'invalid-request', `${where}: ${location.detail}`, { locations: [location] });
}

/** Returns the name of the missing or unknown member. */
function memberOf({ params }: Validation): string | undefined {
  const name = params.missingProperty ?? params.additionalProperty;
  return name === undefined ? undefined : String(name);
}

const NAMES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** Describes a violation of a schema. */
function describe(error: Validation, noun: 'member' | 'parameter'): string {
  const { keyword, params, message = 'is invalid' } = error;
  switch (keyword) {
    case 'required':
      return `"${memberOf(error)}" is required.`;
    case 'additionalProperties':
      return `Unknown ${noun} "${memberOf(error)}".`;
    case 'const':
      return `Must be ${JSON.stringify(params.allowedValue)}.`;
    case 'enum':
      return `Must be one of ${(params.allowedValues as string[]).join(', ')}.`;
    case 'type':
      return `Must be ${NAMES[String(params.type)] ?? params.type}.`;
    case 'minItems':
    case 'minLength':
      return 'Must not be empty.';
    case 'maxItems':
      return `Must have at most ${params.limit} items.`;
    case 'maxProperties':
      return `Must have at most ${params.limit} members.`;
    case 'maxLength':
      return `Must have at most ${params.limit} characters.`;
    default:
      // Ajv's message, such as "must be >= 100", as a sentence.
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }
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

/** Writes a problem to a socket and closes it. */
function sendRawProblem(socket: RawSocket, problem: Problem): void {
  const body = JSON.stringify(problem.document());
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.problem}`,
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The client may leave its half of the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** By the code of Node.js or llhttp. */
const BY_SOCKET_ERROR: Readonly<Record<string, readonly [ProblemName, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['received-too-slowly', 'The request did not arrive in time. Send it faster.'],
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers are too large. Send fewer or shorter header fields and a shorter URL.'],
};
