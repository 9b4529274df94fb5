/** Checks the values that `repkit serve` takes: addresses, the trusted proxies, and the token. */
import { isIP } from 'node:net';
import { fileError, InputError } from '@repkit/bulk';
import type { Io } from '../program/io.js';

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 9309;

export function readPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InputError(`--port takes a number from 0 to 65535, and not "${value}".`);
}

export function readHost(value: string): string {
  const bare = value.replace(/^\[|\]$/g, '');
  const isHost = URL.canParse(`http://${bare.includes(':') ? `[${bare}]` : bare}:1/`);
  if (isHost && !/[/?#@]/.test(bare)) return bare;
  throw new InputError(
    `--host takes a name or an address, and not "${value}": write --host 0.0.0.0, and the port with --port.`,
  );
}

/** An address, or a range of addresses such as 10.0.0.0/8. */
export function readProxy(value: string): string {
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (most > 0 && isRange && rest.length === 0) return value;
  throw new InputError(
    `--trusted-proxy takes an address or a range such as 10.0.0.0/8, and not "${value}".`,
  );
}

/** Returns errors that are not about the address as they are. `command` is what starts the service here. */
export function notListening(error: unknown, host: string, port: number, command: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new InputError(
        `port ${port} of ${host} is in use: stop the program that uses it, or run "${command} --port 0" to use a free port.`,
      );
    case 'EACCES':
      return new InputError(
        `port ${port} may not be used: write --port with a number from 1024 on.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new InputError(`${host} is none of this machine's addresses: write --host 127.0.0.1.`);
    default:
      return error;
  }
}

const SHORTEST = 16;
const LONGEST = 1024;

/** The token as requests can bear it (RFC 6750 2.1). */
export function tokenOf(text: string): string {
  const token = text.trim();
  if (token.length < SHORTEST) {
    throw new InputError(
      `the token has fewer than ${SHORTEST} characters, and could be guessed: make one with openssl rand -hex 32.`,
    );
  }
  if (token.length > LONGEST || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw new InputError(
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
