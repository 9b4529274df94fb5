/** Errors of FTP -> replies of the server, or what failed. */
import { FTPError } from 'basic-ftp';
import type { FailureResult, FtpResult } from './exchange.js';
import { failureOf, TransportError } from './failure.js';

/** RFC 959 4.2.2: "Requested action not taken. File unavailable (e.g., file not found, no access)." */
const FILE_UNAVAILABLE = 550;

/** What is kept of the text of a reply. */
const LONGEST_DETAIL = 200;

/** basic-ftp has no codes for these, and tells them in words, sometimes in those of another error. */
const BY_MESSAGE: readonly (readonly [words: RegExp, make: () => TransportError])[] = [
  [/\bTimeout \(/, () => new TransportError('timeout', 'the FTP server took too long')],
  [
    /\bServer (?:sent FIN|closed connection)|\bSocket closed/,
    () => new TransportError('reset', 'the connection was lost before the answer was whole'),
  ],
];

export function ftpFailureOf(error: unknown): FtpResult | FailureResult {
  if (error instanceof FTPError) {
    return { kind: 'ftp', code: error.code, detail: detailOf(error.message), body: undefined };
  }
  const message = error instanceof Error ? error.message : '';
  const known = BY_MESSAGE.find(([words]) => words.test(message));
  return failureOf(known === undefined ? error : known[1]());
}

/**
 * Rethrows the refusal of a command before the RETR. 550 alone says that there is no robots.txt, and it says so of a file:
 * from a server that was not asked for one yet it says nothing.
 */
export function refusedEarly(error: unknown): never {
  if (error instanceof FTPError && error.code === FILE_UNAVAILABLE) {
    throw new TransportError('protocol', 'the FTP server refused before it was asked for the file');
  }
  throw error;
}

/** The text of a reply without its code, on one line. */
function detailOf(message: string): string {
  return message
    .slice(0, LONGEST_DETAIL + '550 '.length)
    .replace(/^\d{3}[ -]?/, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
}
