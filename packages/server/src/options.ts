/** The options of the service, which `repkit serve` validates, and its limits. */
import type { GuardOptions, PolicyName, Store, Transport } from '@repkit/client';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export interface ServerOptions {
  /** Cache of robots.txt files. The service closes it on shutdown. */
  readonly store: Store;
  /** User-Agent header of robots.txt requests. */
  readonly userAgent: string;
  /** Access policy of requests that name none (default: `rfc9309`). */
  readonly policy?: PolicyName | undefined;
  /** Non-public hosts and addresses that may be reached (default: none). */
  readonly guard?: GuardOptions | undefined;
  /**
   * Token that requests must send as `Authorization: Bearer …`. Without a token, the service accepts only requests whose
   * Host header names the loopback interface, as a defense against DNS rebinding.
   */
  readonly token?: string | undefined;
  /** Origins of web pages that may call the API from a browser (default: none). */
  readonly cors?: readonly string[] | undefined;
  /** Rate limit per client (default: Infinity). */
  readonly requestsPerMinute?: number | undefined;
  /** Addresses or ranges of proxies whose X-Forwarded-For header is trusted (default: none). */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly log?: LogOptions | undefined;
  /** Folder of the web tester (default: the one built into this package). */
  readonly pages?: string | undefined;
  /** Fetches robots.txt files and pages instead of the network. */
  readonly transport?: Transport | undefined;
  /** Returns milliseconds since 1970 (default: `Date.now`). */
  readonly clock?: (() => number) | undefined;
}

interface LogOptions {
  readonly level: LogLevel;
  /** Must neither block nor throw. */
  write(line: string): void;
  /** Number of lines that were not written, for the metrics. */
  dropped?(): number;
}

const KIBI = 1024;
const MEBI = 1024 * KIBI;
const SECOND = 1000;

/** Limits of the service. Sizes are in bytes, times in milliseconds. */
export const DEFAULT_LIMITS = {
  /**
   * Size of a request body. Half of the worst case: two robots.txt files of 500 KiB (RFC 9309 2.5) with six characters per
   * JSON-escaped byte.
   */
  bodyBytes: 3 * MEBI,
  /** URLs times crawlers per request. */
  checks: 10_000,
  /** Time for the request headers to arrive. */
  headersMs: 15 * SECOND,
  /** Time for the whole request to arrive. */
  receiveMs: 30 * SECOND,
  /** Time from the request headers to the result. */
  responseMs: 60 * SECOND,
  /** Size of the JSON of one response. 10,000 verdicts take about 2 MiB, or 8 MiB with explanations. */
  responseBytes: 8 * MEBI,
  /** Time for which a connection may be silent. Longer than `responseMs`, because live checks may take that long. */
  connectionMs: 75 * SECOND,
  /** Open connections. Further ones are closed. */
  connections: 2000,
  /** Requests on one connection. Clients can send that many without waiting for the responses. */
  requestsPerConnection: 100,
  /** Memory of the main thread, including unsent responses, above which requests get 503. */
  memoryBytes: 384 * MEBI,
  /**
   * Requests and checks of live sites in progress at the same time. Further ones wait. Each takes about 60 KiB and a file
   * descriptor.
   */
  liveChecks: 500,
  /**
   * Threads for lint, diff, format, pages and large checks. Each may use THREAD_HEAP_MEBIBYTES. Two could exceed the 1 GiB
   * that the files in docs/deploy/ allow.
   */
  threads: 1,
  /** Requests that may wait for a thread. */
  threadQueue: 32,
  /** Time that running requests have to finish on shutdown. */
  drainMs: 20 * SECOND,
};

export type ServerLimits = Readonly<typeof DEFAULT_LIMITS>;

/** Maximum length of a checked URL. RFC 9110 4.1 recommends supporting at least 8,000 bytes. */
export const MAX_URL_LENGTH = 8192;

/** Maximum length of the request's own URL, whose query may contain an escaped URL. */
export const MAX_REQUEST_URL_LENGTH: number = 12 * KIBI;

export const MAX_TOKEN_LENGTH = 256;

/** Maximum length of a robots.txt in a request. The parser reads 500 KiB of it (RFC 9309 2.5). */
export const MAX_ROBOTS_TXT_LENGTH: number = MEBI;

/** Maximum length of the HTML of a page. Only its head is read. */
export const MAX_HTML_LENGTH: number = MEBI;

/** Response headers in a request, and the length of each value. */
export const MAX_HEADERS = 100;
export const MAX_HEADER_LENGTH: number = 64 * KIBI;

/** Entries per list of a page, and characters per text. */
export const LISTED_STATEMENTS = 20;
export const LISTED_TEXT_LENGTH = 200;

/** Maximum number of JSON values in a body. Valid requests have at most half as many. */
export const MAX_JSON_VALUES = 20_000;

/** Maximum number of arrays, objects and their members among them. Valid requests have about 200. */
export const MAX_JSON_PARTS = 1000;

/** Steps per proof of lint and diff: about a third of a second. */
export const PROOF_STEPS = 4_000_000;

/** Checks of one request that wait for sites at the same time. */
export const CONCURRENT_CHECKS = 64;

/** Matching rules listed in an explanation; the others are counted. */
export const LISTED_RULES = 20;

/** User-agent lines listed per group; the others are counted. */
export const LISTED_USER_AGENT_LINES = 20;

/** Diagnostics listed per code and in total; the others are counted. */
export const LISTED_PER_CODE = 100;
export const LISTED_DIAGNOSTICS = 1000;

/** Changes listed by diff; the others are counted. */
export const LISTED_CHANGES = 1000;
/** Entries of `undecided` listed by diff, and lines and product tokens listed per entry. */
export const LISTED_UNDECIDED = 100;

/** Size of the listed diagnostics or changes. */
export const LISTED_BYTES: number = MEBI;

/** Heap of a thread. If it is exceeded, the thread ends and the request gets a problem. */
export const THREAD_HEAP_MEBIBYTES = 256;

/** Checks of a robots.txt in the request that run on the event loop. More run in a thread. */
export const EVENT_LOOP_CHECKS = 500;

/**
 * The same as file length times total URL length. In the worst case each 12 bytes of the file are a rule that is compared
 * with a whole URL: about 5 million steps, or 10 ms.
 */
export const EVENT_LOOP_WORK = 64_000_000;

/** What a crawler adds to the length of the URLs: the file is read for its group and crawl-delay, in 10 ms for 500 KB. */
export const EVENT_LOOP_WORK_PER_CRAWLER = 128;
