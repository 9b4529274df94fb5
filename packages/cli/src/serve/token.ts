/** The token of the service. No message here holds it, nor a part of it. */
import { CommandError } from '../command-error.js';
import { fileError } from '../file-error.js';
import type { Io } from '../io.js';

const SHORTEST = 16;
const LONGEST = 1024;

/** The token as requests can bear it (RFC 6750 2.1). */
export function tokenOf(text: string): string {
  const token = text.trim();
  if (token.length < SHORTEST) {
    throw new CommandError(
      `the token has fewer than ${SHORTEST} characters, and could be guessed: make one with openssl rand -hex 32.`,
    );
  }
  if (token.length > LONGEST || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw new CommandError(
      'the token holds a character that no bearer token can (RFC 6750 2.1), or is too long: make one with openssl rand -hex 32.',
    );
  }
  return token;
}

export async function readTokenFile(path: string, io: Pick<Io, 'openFile'>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of io.openFile(path)) {
      pieces.push(piece);
      length += piece.length;
      if (length > 2 * LONGEST) break;
    }
  } catch (error) {
    throw fileError(`the token file ${path}`, error);
  }
  return Buffer.concat(pieces).toString();
}
