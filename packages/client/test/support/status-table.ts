/** Access by status (RFC 9309 2.3.1, Google's page, Koster 1996 3.1): held by the pure function and by nginx. */
import type { Row } from './proof.js';

export interface StatusRow extends Row {
  readonly status: number;
}

const row = (status: number, holds: Row['holds'], rest: Partial<Row> = {}): StatusRow => ({
  row: `${status}`,
  status,
  holds,
  ...(holds !== 'P' && { reason: 'status' }),
  ...rest,
});

/** What a response of a status without any header means, with a body if it may have one. */
export const STATUSES: readonly StatusRow[] = [
  ...[200, 201, 203, 226, 299].map((status) => row(status, 'P')),
  row(204, 'A'),
  row(206, 'U', { reason: 'partial-content' }),
  row(300, 'U'),
  row(304, 'U', { reason: 'not-modified-unasked', requests: 2 }),
  ...[401, 403].map((status) => row(status, ['A', 'D'])),
  ...[400, 402, 404, 405, 406, 410, 418, 451, 499].map((status) => row(status, 'A')),
  row(429, 'U', { yandex: 'A' }),
  ...[500, 501, 502, 503, 504, 599].map((status) => row(status, 'U')),
];
