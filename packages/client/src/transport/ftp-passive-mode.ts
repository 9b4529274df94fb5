/** Opens the data connection of FTP, from here to the server (RFC 959 4.1.2, RFC 2428 3). */
import { isIPv6, type Socket } from 'node:net';
import type { FTPContext, FTPResponse } from 'basic-ftp';
import type { Endpoint } from './connector.js';
import { TransportError } from './failure.js';

/** Opens a connection to an address that the control connection was let to, with no further check. */
type OpenSocket = (endpoint: Endpoint) => Promise<Socket>;

/**
 * The data connection goes to the host of the control connection, whatever host the reply to PASV names: another one
 * would let a server send us anywhere (RFC 2577 3), and many a server behind a translator names its private address.
 */
export async function enterPassiveMode(ftp: FTPContext, open: OpenSocket): Promise<FTPResponse> {
  const host = ftp.socket.remoteAddress;
  if (host === undefined) throw new TransportError('reset', 'the connection was lost');
  const [command, portOf] = isIPv6(host)
    ? (['EPSV', portOfExtended] as const)
    : (['PASV', portOfPassive] as const);
  const reply = await ftp.request(command);
  const port = portOf(reply.message);
  if (port === undefined) {
    throw new TransportError('protocol', `the reply to ${command} names no port`);
  }
  ftp.dataSocket = await open({ host, port });
  return reply;
}

/** `227 … (h1,h2,h3,h4,p1,p2)`. RFC 1123 4.1.2.6: the numbers are looked for wherever they stand. */
function portOfPassive(reply: string): number | undefined {
  const numbers = /(?<!\d)\d{1,3}(?:,\d{1,3}){3},(\d{1,3}),(\d{1,3})(?!\d)/.exec(reply);
  const [high, low] = [Number(numbers?.[1]), Number(numbers?.[2])];
  return high < 256 && low < 256 ? usable(high * 256 + low) : undefined;
}

/** `229 … (|||port|)`, with any delimiter. */
function portOfExtended(reply: string): number | undefined {
  return usable(Number(/\(([\x21-\x7e])\1\1(\d{1,5})\1\)/.exec(reply)?.[2]));
}

function usable(port: number): number | undefined {
  return port > 0 && port < 65_536 ? port : undefined;
}
