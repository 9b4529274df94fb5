/** What a service may be told. */
import type { GuardOptions, PolicyName, Store, Transport } from '@repkit/client';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export interface ServerOptions {
  /** Where copies are kept and shared. Whoever gives it leaves it to the service, which closes it at its end. */
  readonly store: Store;
  /** The User-Agent header of the requests for robots.txt files. */
  readonly userAgent: string;
  /** How errors, redirects and caching are read where a request says nothing: `rfc9309` by default. */
  readonly policy?: PolicyName | undefined;
  /** What may be reached although it is not public: nothing by default. */
  readonly guard?: GuardOptions | undefined;
  /**
   * What a request must bear as `Authorization: Bearer …`. Without one, requests are answered only where they name a host of
   * the loopback interface: a page in a browser may make its own name point there.
   */
  readonly token?: string | undefined;
  /** The origins of pages that may ask from a browser: none by default. */
  readonly cors?: readonly string[] | undefined;
  /** Requests that one client may make in a minute; Infinity by default. */
  readonly requestsPerMinute?: number | undefined;
  /** Addresses or ranges of the proxies in front, whose word on who asks is taken: none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly log?: { readonly level: LogLevel; write(line: string): void } | undefined;
  /** The folder of the web tester; by default the one that was built into this package. */
  readonly pages?: string | undefined;
  /** Gets robots.txt files in place of the network. */
  readonly transport?: Transport | undefined;
  /** Milliseconds since 1970: `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
}

/** Every limit of the service. Sizes in bytes, times in milliseconds. */

export interface ServerLimits {
  /** The body of one request, and one line of a stream. */
  readonly bodyBytes: number;
  /** URLs times product tokens of one request. */
  readonly questions: number;
  /** Until the header of a request is complete. */
  readonly headersMs: number;
  /** Until the body of a request is complete; a stream may take as long as it likes. */
  readonly receiveMs: number;
  /** For the answer, once the body is there. */
  readonly answerMs: number;
  /** The JSON of one answer. */
  readonly answerBytes: number;
  /** Time for the client to read an answer. After it the connection is closed. */
  readonly sendMs: number;
  /** Large request bodies and answers that are not read yet, over all connections. */
  readonly heldBytes: number;
  /** A slow reader has at least this long before its answer makes room for others. */
  readonly leastReadMs: number;
  /** Threads for lint, diff, format and checks of large files. */
  readonly analysisThreads: number;
  /** Analyses that wait for a thread. */
  readonly analysisQueue: number;
  /** A stream ends if nothing moves for this long, in either direction. */
  readonly idleMs: number;
  /** Requests that are worked on at one time; more are told to come back. */
  readonly requestsAtOnce: number;
  /** How long requests that run are waited for at the end. */
  readonly drainMs: number;
}

const KIBI = 1024;
const MEBI = 1024 * KIBI;
const SECOND = 1000;

export const DEFAULT_LIMITS: ServerLimits = {
  // Two robots.txt of 500 KiB (RFC 9309 2.5), each byte up to six characters as JSON escapes it: half of that is ample.
  bodyBytes: 3 * KIBI * KIBI,
  questions: 10_000,
  headersMs: 15 * SECOND,
  receiveMs: 30 * SECOND,
  answerMs: 60 * SECOND,
  // 10,000 verdicts take about 2 MiB, or 8 MiB with the reasons of given files.
  answerBytes: 8 * MEBI,
  sendMs: 60 * SECOND,
  // Strings in memory are up to twice as large as in UTF-8: together with the thread this stays below 1 GiB.
  heldBytes: 64 * MEBI,
  leastReadMs: 5 * SECOND,
  // Each thread may take ANALYSIS_HEAP_MEBIBYTES: two of them could exceed the 1 GiB that the files in deploy/ allow.
  analysisThreads: 1,
  analysisQueue: 32,
  idleMs: 120 * SECOND,
  requestsAtOnce: 1000,
  drainMs: 20 * SECOND,
};

/** How often slow headers are looked for. */
export const HEADERS_CHECK_MS: number = SECOND;

/** The most characters of a URL that is asked about: RFC 9110 4.1 asks for 8,000 bytes at least. */
export const MOST_URL_CHARACTERS = 8192;

/** The most characters of a request's own URL: a URL that is asked about in it may be escaped. */
export const MOST_REQUEST_URL_CHARACTERS: number = 12 * KIBI;

/** The most characters of a product token. */
export const MOST_TOKEN_CHARACTERS = 256;

/** The most characters of a robots.txt that is given; the rest is past the parsing limit of 500 KiB (RFC 9309 2.5). */
export const MOST_ROBOTS_TXT_CHARACTERS: number = 1024 * KIBI;

/** The most JSON values of a body or line of SMALL_BYTES and more: twice as many as a valid request has. */
export const MOST_JSON_VALUES = 20_000;

/** Steps of one proof of lint and diff: about an eighth of a second of a thread. */
export const PROOF_STEPS = 4_000_000;

/** Questions of one request that wait for sites at one time. */
export const QUESTIONS_AT_ONCE = 64;

/** Matching rules that an explanation lists; it counts the others. */
export const LISTED_RULES = 20;

/** User-agent lines of a group that an answer lists; it counts the others. */
export const LISTED_USER_AGENT_LINES = 20;

/** Diagnostics that lint lists, of one code and in total; it counts the others. */
export const LISTED_PER_CODE = 100;
export const LISTED_DIAGNOSTICS = 1000;

/** Changes that diff lists; it counts the others. */
export const LISTED_CHANGES = 1000;
/** Entries of `undecided` in an answer of diff, and the lines and product tokens of each. */
export const LISTED_UNDECIDED = 100;

/** Bytes of diagnostics or changes that an answer lists. */
export const LISTED_BYTES: number = MEBI;

/** Bodies and answers below this size do not count as held: the number of requests at one time bounds them. */
export const SMALL_BYTES: number = 64 * KIBI;

/** The JSON of one answer of a stream. */
export const STREAM_ANSWER_BYTES: number = 256 * KIBI;

/** Questions and answers of one stream that are in progress. */
export const STREAM_WAITING_BYTES: number = MEBI;

/** Heap of an analysis thread. Past it the thread ends, and the request gets a problem. */
export const ANALYSIS_HEAP_MEBIBYTES = 256;

/**
 * Work of a check on the event loop, as bytes of the file times characters of the URLs. Larger ones go to a thread. In the
 * worst case a rule of 12 bytes is compared with a whole URL, so that this is about 5 million steps, or 10 ms.
 */
export const EVENT_LOOP_WORK = 64_000_000;
