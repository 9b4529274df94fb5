/** Why the service cannot listen, in a sentence. */
import { CommandError } from '../command-error.js';

/** What is no matter of the address is given back as it is. */
export function notListening(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new CommandError(
        `port ${port} of ${host} is in use: end what uses it, or write --port 0 for one that is free.`,
      );
    case 'EACCES':
      return new CommandError(
        `port ${port} may not be used: write --port with a number from 1024 on.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandError(
        `${host} is none of this machine's addresses: write --host 127.0.0.1.`,
      );
    default:
      return error;
  }
}
