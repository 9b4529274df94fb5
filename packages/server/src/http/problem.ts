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
  'wrong-host': { status: 421, title: 'This service answers for another host.' },
  'cannot-be-asked': { status: 422, title: 'A URL or a product token cannot be asked about.' },
  'text-too-long': { status: 422, title: 'A text of the request is too long.' },
  'too-many-questions': { status: 422, title: 'The request asks too much at once.' },
  'took-too-long': { status: 422, title: 'The answer took longer than one request may take.' },
  'too-many-requests': { status: 429, title: 'This client asks too often.' },
  'headers-too-large': { status: 431, title: 'The header of the request is too large.' },
  'service-failed': { status: 500, title: 'The service itself failed.' },
  'store-failed': { status: 503, title: 'The store cannot be told.' },
  busy: { status: 503, title: 'The service has all the work that it can do.' },
  closing: { status: 503, title: 'The service is about to end.' },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemName = keyof typeof PROBLEMS;

/** Where in the request something is wrong. */
export interface ProblemPlace {
  /** A JSON pointer into the body, as a URI fragment (RFC 6901 6). */
  readonly pointer?: string;
  /** A parameter of the query. */
  readonly parameter?: string;
  readonly detail: string;
}

/** What is sent. `type` leads to the page that explains it. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly ProblemPlace[];
  /** The same as in the log. */
  readonly requestId?: string;
}

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
      ...(this.places.length === 0 ? {} : { errors: this.places }),
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
