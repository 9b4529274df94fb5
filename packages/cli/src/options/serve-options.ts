/** Option values of `repkit serve`: address, trusted proxies, token. */
import { isIP } from 'node:net';
import { InputError } from '@repkit/bulk';

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 9309;
export const MAX_PORT = 65_535;

export function readHost(value: string): string {
  const bare = value.replace(/^\[|\]$/g, '');
  const isHost = URL.canParse(`http://${bare.includes(':') ? `[${bare}]` : bare}:1/`);
  if (isHost && !/[/?#@]/.test(bare)) return bare;
  throw new InputError(
    `--host takes a name or an address, not "${value}". Use --port for the port.`,
  );
}

export function readProxy(value: string): string {
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isRange = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
  if (most > 0 && isRange && rest.length === 0) return value;
  throw new InputError(
    `--trusted-proxy takes an address or a range such as 10.0.0.0/8, not "${value}".`,
  );
}

/** Returns an InputError for errors about the address, and others unchanged. `command` is the command line that was run. */
export function listenError(error: unknown, host: string, port: number, command: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new InputError(
        `Port ${port} of ${host} is in use. Stop the program that uses it, or run "${command} --port 0" to use a free port.`,
      );
    case 'EACCES':
      return new InputError(
        `Not allowed to listen on port ${port}. Choose a port from 1024 on with --port.`,
      );
    case 'EMFILE':
    case 'ENFILE':
      return new InputError(
        'Too many files are open. Raise the limit, such as with: ulimit -n 65536.',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new InputError(`${host} is not an address of this machine. Write --host 127.0.0.1.`);
    default:
      return error;
  }
}

const MIN_LENGTH = 16;
const MAX_LENGTH = 1024;

/** Returns the token without surrounding white space. Throws an InputError if it is short or not valid (RFC 6750 2.1). */
export function bearerToken(text: string): string {
  const token = text.trim();
  if (token.length < MIN_LENGTH) {
    throw new InputError(
      `The token has fewer than ${MIN_LENGTH} characters and could be guessed. Create one with: openssl rand -hex 32.`,
    );
  }
  if (token.length > MAX_LENGTH || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw new InputError(
      'The token is too long, or contains a character that bearer tokens must not (RFC 6750 2.1). Create one with: openssl rand -hex 32.',
    );
  }
  return token;
}
