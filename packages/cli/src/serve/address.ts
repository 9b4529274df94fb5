/** Where the service listens, and who stands in front of it. */
import { isIP } from 'node:net';
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

/** An address, or a range of addresses such as 10.0.0.0/8. */
export function readProxy(value: string): string {
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (most > 0 && isRange && rest.length === 0) return value;
  throw new CommandError(
    `--trusted-proxy takes an address or a range such as 10.0.0.0/8, and not "${value}".`,
  );
}
