/** Where the service listens. */
import { CommandError } from '../command-error.js';

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 9309;

export function readPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CommandError(`--port takes a number from 0 to 65535, and not "${value}".`);
}

export function readHost(value: string): string {
  const bare = value.replace(/^\[|\]$/g, '');
  const isHost = URL.canParse(`http://${bare.includes(':') ? `[${bare}]` : bare}:1/`);
  if (isHost && !/[/?#@]/.test(bare)) return bare;
  throw new CommandError(
    `--host takes a name or an address, and not "${value}": write --host 0.0.0.0, and the port with --port.`,
  );
}
