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
  'wrong-host': { status: 421, title: 'The Host header names a different host.' },
  'invalid-check': { status: 422, title: 'A URL, product token or crawler is invalid.' },
  'text-too-long': { status: 422, title: 'A text in the request is too long.' },
  'too-many-items': { status: 422, title: 'The request contains too many items.' },
  'response-too-large': { status: 422, title: 'The response would be too large.' },
  'not-written': { status: 422, title: 'The robots.txt was not written.' },
  'page-not-fetched': { status: 422, title: 'The page could not be fetched.' },
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

/** The detail of `not-found`. */
export const NO_SUCH_PATH = 'No such path. See /docs for the API.';

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
export function problemAt(problem: ProblemName, path: readonly (string | number)[], detail: string): Problem {
  const pointer = `#${path.map((part) => `/${part}`).join('')}`;
  return new Problem(problem, detail, { locations: [{ pointer, detail }] });
}
