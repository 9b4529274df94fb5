/** Every limit of the service. Sizes in octets, times in milliseconds. */

export interface ServerLimits {
  /** The body of one request, and one line of a stream. */
  readonly bodyBytes: number;
  /** URLs times product tokens of one request. */
  readonly questions: number;
  /** Until the body of a request is whole; a stream may take as long as it likes. */
  readonly receiveMs: number;
  /** For the answer, once the body is there. */
  readonly answerMs: number;
  /** After so long a stream ends in which nothing moves, neither way. */
  readonly idleMs: number;
  /** Requests that are worked on at one time; more are told to come back. */
  readonly requestsAtOnce: number;
  /** How long requests that run are waited for at the end. */
  readonly drainMs: number;
}

const KIBI = 1024;
const SECOND = 1000;

export const DEFAULT_LIMITS: ServerLimits = {
  // Two robots.txt of 500 KiB (RFC 9309 2.5), each octet up to six characters as JSON escapes it: half of that is ample.
  bodyBytes: 3 * KIBI * KIBI,
  questions: 10_000,
  receiveMs: 30 * SECOND,
  answerMs: 60 * SECOND,
  idleMs: 120 * SECOND,
  requestsAtOnce: 1000,
  drainMs: 20 * SECOND,
};

/** The most characters of a URL that is asked about: RFC 9110 4.1 asks for 8,000 octets at least. */
export const MOST_URL_CHARACTERS = 8192;

/** The most characters of a request's own URL: a URL that is asked about in it may be escaped. */
export const MOST_REQUEST_URL_CHARACTERS: number = 12 * KIBI;

/** The most characters of a product token. */
export const MOST_TOKEN_CHARACTERS = 256;

/** The most characters of a robots.txt that is given; the rest is past the parsing limit of 500 KiB (RFC 9309 2.5). */
export const MOST_ROBOTS_TXT_CHARACTERS: number = 1024 * KIBI;

/** The steps of one proof of lint and diff: about an eighth of a second, in which nobody else is answered. */
export const PROOF_STEPS = 4_000_000;

/** How many questions of one request wait for sites at one time. */
export const QUESTIONS_AT_ONCE = 64;
