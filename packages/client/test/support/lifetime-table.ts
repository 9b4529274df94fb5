/**
 * How long each access result lives, by the headers of its response, under each policy: RFC 9309 2.4, RFC 9111 4.2, Google's
 * page, Koster 1996 3.4. For pure functions and for nginx.
 */
import { DAY, HOUR, MINUTE } from './clock.js';
import { type Case, casesOf, type Row, RULES } from './proof.js';

/** In milliseconds. The other policies are as one of these. */
interface Lives {
  readonly rfc9309: number;
  readonly google: number;
  readonly koster1996: number;
}

interface Headers {
  readonly headers: string;
  readonly control?: string;
  /** From the Date of the response to the Expires; or an Expires as it is. */
  readonly expires?: number | string;
  /** For a file, also an empty one. */
  readonly file: Lives;
  /** For a response that stands for no file, under every policy. */
  readonly withoutFile: number;
}

const all = (ms: number): Lives => ({ rfc9309: ms, google: ms, koster1996: ms });

const HEADERS: readonly Headers[] = [
  {
    headers: 'no headers',
    file: { rfc9309: DAY, google: DAY, koster1996: 7 * DAY },
    withoutFile: DAY,
  },
  {
    headers: 'max-age of an hour',
    control: 'max-age=3600',
    file: all(HOUR),
    withoutFile: HOUR,
  },
  {
    headers: 'max-age of two days',
    control: 'max-age=172800',
    file: { rfc9309: DAY, google: 2 * DAY, koster1996: 2 * DAY },
    withoutFile: DAY,
  },
  {
    headers: 'max-age of 68 years',
    control: 'max-age=2147483648',
    file: { rfc9309: DAY, google: 30 * DAY, koster1996: 30 * DAY },
    withoutFile: DAY,
  },
  {
    headers: 'max-age of ten seconds',
    control: 'max-age=10',
    file: all(MINUTE),
    withoutFile: MINUTE,
  },
  { headers: 'max-age=0', control: 'max-age=0', file: all(MINUTE), withoutFile: MINUTE },
  { headers: 'no-store', control: 'no-store', file: all(MINUTE), withoutFile: MINUTE },
  {
    headers: 'no-cache',
    control: 'no-cache, max-age=3600',
    file: all(MINUTE),
    withoutFile: MINUTE,
  },
  {
    headers: 'Expires in two hours',
    expires: 2 * HOUR,
    file: { rfc9309: 2 * HOUR, google: DAY, koster1996: 2 * HOUR },
    withoutFile: 2 * HOUR,
  },
  {
    headers: 'Expires in 60 days',
    expires: 60 * DAY,
    file: { rfc9309: DAY, google: DAY, koster1996: 30 * DAY },
    withoutFile: DAY,
  },
  {
    headers: 'an invalid Expires',
    expires: '0',
    file: { rfc9309: MINUTE, google: DAY, koster1996: MINUTE },
    withoutFile: MINUTE,
  },
  {
    headers: 'max-age of an hour and Expires in two hours',
    control: 'max-age=3600',
    expires: 2 * HOUR,
    file: all(HOUR),
    withoutFile: HOUR,
  },
];

interface Response extends Row {
  readonly status: number;
  readonly body: string;
  /** Whether the policies of the row have `softNotFound`. */
  readonly softNotFound?: boolean;
}

const NOT_FOUND_PAGE = '<title>404 Not Found</title>';

export const RESPONSES: readonly Response[] = [
  { row: '200 with rules', status: 200, body: RULES, holds: 'P' },
  { row: '200 with an empty body', status: 200, body: '', holds: 'E' },
  { row: '204', status: 204, body: '', holds: 'A', reason: 'status' },
  ...[401, 403].map(
    (status): Response => ({
      row: `${status}`,
      status,
      body: RULES,
      holds: ['A', 'D'],
      reason: 'status',
    }),
  ),
  ...[404, 410].map((status): Response => ({ row: `${status}`, status, body: RULES, holds: 'A', reason: 'status' })),
  { row: '429', status: 429, body: '', holds: 'U', yandex: 'A', reason: 'status' },
  { row: '500', status: 500, body: NOT_FOUND_PAGE, holds: 'U', reason: 'status' },
  { row: '503', status: 503, body: '', holds: 'U', reason: 'status' },
  {
    row: '500 with softNotFound, and a page that says so',
    status: 500,
    body: NOT_FOUND_PAGE,
    softNotFound: true,
    holds: 'A',
    reason: 'soft-not-found',
  },
  {
    row: '500 with softNotFound, and another page',
    status: 500,
    body: '<title>500 Internal Server Error</title>',
    softNotFound: true,
    holds: 'U',
    reason: 'status',
  },
];

export interface LifetimeCase extends Omit<Case<Response & Headers>, 'letter'> {
  readonly letter: Exclude<Case['letter'], 'N'>;
  /** Undefined while unreachable. */
  readonly lifeMs: number | undefined;
}

/** Each response with each of the headers. */
export const LIFETIME_ROWS: readonly (Response & Headers)[] = RESPONSES.flatMap((response) =>
  HEADERS.map((headers) => ({ ...response, ...headers })),
);

/** The same under each policy. */
export const LIFETIME_CASES: readonly LifetimeCase[] = casesOf(LIFETIME_ROWS).map((each) => {
  const { letter } = each;
  if (letter === 'N') throw new Error(`The body of ${each.row} can be read.`);
  return { ...each, letter, lifeMs: lifeOf(each) };
});

function lifeOf({ letter, policy, file, withoutFile }: Case<Response & Headers>): number | undefined {
  if (letter === 'U') return undefined;
  if (letter === 'A' || letter === 'D') return withoutFile;
  if (policy === 'koster1996') return file.koster1996;
  return policy.startsWith('google') ? file.google : file.rfc9309;
}
