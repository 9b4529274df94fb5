/** What Fastify found wrong with a request, as a problem document. */
import type { FastifyError } from 'fastify';
import { Problem, type ProblemName, type ProblemPlace } from './problem.js';

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
