/** Makes one request over FTP (RFC 959): anonymous login, passive mode, RETR. */

import { isIPv6, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { Client, type FTPContext, FTPError, type FTPResponse } from 'basic-ftp';
import { unlessAborted } from '../async/timeouts.js';
import type { FailureResult, FtpResult } from '../policy/fetch-outcome.js';
import { type Connector, connectorTo, type Endpoint, HostAddresses, hostOf, openSocket } from './connector.js';
import { failureOf, failureOfSignal, TransportError } from './failure.js';
import type { LookupAddresses, TransportOptions } from './options.js';
import { readable, receiveBody } from './received-body.js';
import type { Exchange, ExchangeRequest } from './transport.js';

const DEFAULT_PORT = 21;

/** RFC 959 5.4: the reply to a successful RETR. */
const TRANSFERRED = 226;

/** RFC 1635. The password identifies the client. */
const ANONYMOUS = 'anonymous';

/**
 * FTP without TLS or proxy. `connectMs` applies to each of the two connections, `bodyMs` to each reply and between two
 * parts of the body, `maxHeaderBytes` to all replies together.
 */
export class FtpExchange implements Exchange {
  readonly #options: TransportOptions;
  readonly #connect: Connector;
  /** Connects to the address of the control connection, which the guard has already checked. */
  readonly #connectAgain: Connector;
  readonly #closing = new AbortController();

  constructor(options: TransportOptions, lookup: LookupAddresses) {
    const { connectMs } = options.limits;
    this.#options = options;
    this.#connect = connectorTo(new HostAddresses(options, lookup), connectMs);
    const anywhere = new HostAddresses({ ...options, guard: undefined }, lookup);
    this.#connectAgain = connectorTo(anywhere, connectMs);
  }

  async request({ url, signal }: ExchangeRequest): Promise<FtpResult | FailureResult> {
    const attempt = AbortSignal.any([signal, this.#closing.signal]);
    const client = new Client(this.#options.limits.bodyMs);
    // Sends paths as bytes.
    client.ftp.encoding = 'latin1';
    try {
      attempt.throwIfAborted();
      return await unlessAborted(attempt, this.#retrieve(client, url, attempt));
    } catch (error) {
      return attempt.aborted ? failureOfSignal(attempt) : ftpFailureOf(error);
    } finally {
      client.close();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #retrieve(client: Client, url: URL, signal: AbortSignal): Promise<FtpResult> {
    const path = pathOf(url);
    await this.#logIn(client, url, signal).catch(refusedEarly);
    client.prepareTransfer = (ftp) =>
      enterPassiveMode(ftp, (endpoint) => openSocket(this.#connectAgain, endpoint, signal)).catch(refusedEarly);

    // basic-ftp applies its timeout to a transfer only while it is piped.
    const pipe = new PassThrough();
    let hasBegun = false;
    const handle = client.ftp.handle.bind(client.ftp);
    // basic-ftp ignores preliminary replies (RFC 959 4.2: 1yz) other than 125 and 150.
    client.ftp.handle = (command, handler) =>
      handle(command, (reply, task) => {
        if (!(reply instanceof Error) && reply.code < 200) hasBegun = true;
        handler(reply, task);
      });
    const transfer = client.downloadTo(pipe, path);
    // A failure also ends the pipe. The cause is awaited below.
    transfer.catch(() => {});
    try {
      const { limits, content } = this.#options;
      const body = readable(await receiveBody(pipe, {}, limits.maxBytes, content));
      // A transfer beyond the limit is aborted and has no reply.
      const code = body.truncated ? TRANSFERRED : (await transfer).code;
      return { kind: 'ftp', code, detail: '', body };
    } catch (error) {
      throw hasBegun ? notMissing(error, 'the FTP server broke off the transfer') : error;
    }
  }

  async #logIn(client: Client, url: URL, signal: AbortSignal): Promise<void> {
    const endpoint = { host: hostOf(url), port: Number(url.port || DEFAULT_PORT) };
    const socket = await openSocket(this.#connect, endpoint, signal);
    client.ftp.socket = socket;
    // basic-ftp limits a single reply, but neither the number of replies nor ignored data.
    socket.on('data', () => {
      if (socket.bytesRead <= this.#options.limits.maxHeaderBytes) return;
      socket.destroy(new TransportError('protocol', 'the FTP replies are too long'));
    });
    await greeting(client.ftp);
    await client.login(ANONYMOUS, this.#options.userAgent);
    await client.send('TYPE I');
  }
}

/** RFC 959 5.4: 220, or 120 and 421 if the server is not ready. */
function greeting(ftp: FTPContext): Promise<void> {
  return ftp.handle(undefined, (reply, task) => {
    if (reply instanceof Error) task.reject(reply);
    else if (reply.code < 200 || reply.code > 299) task.reject(new FTPError(reply));
    else task.resolve(undefined);
  });
}

/**
 * Returns the path from the root of the server (RFC 1738 3.2.2), with bytes as characters. Rejects line breaks, which
 * would start another command and can only come from a redirect.
 */
function pathOf({ pathname }: URL): string {
  const path = pathname.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (!/[\r\n\0]/.test(path)) return path;
  throw new TransportError('bad-redirect', 'the redirect target contains a line break');
}

/** RFC 959 4.2.2: "Requested action not taken. File unavailable (e.g., file not found, no access)." */
const FILE_UNAVAILABLE = 550;

const LONGEST_DETAIL = 200;

export function ftpFailureOf(error: unknown): FtpResult | FailureResult {
  if (!(error instanceof FTPError)) return failureOf(error);
  return { kind: 'ftp', code: error.code, detail: detailOf(error.message), body: undefined };
}

/** Rethrows the refusal of a command before RETR. */
export function refusedEarly(error: unknown): never {
  throw notMissing(error, 'the FTP server refused a command before the file was requested');
}

/** Returns an error that is not a 550, which means that the robots.txt is missing only as the first reply to RETR. */
function notMissing(error: unknown, detail: string): unknown {
  const isUnavailable = error instanceof FTPError && error.code === FILE_UNAVAILABLE;
  return isUnavailable ? new TransportError('protocol', detail) : error;
}

/** Returns the text of a reply without its code, on one line. */
function detailOf(message: string): string {
  return message
    .slice(0, LONGEST_DETAIL + '550 '.length)
    .replace(/^\d{3}[ -]?/, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
}

/** Opens a connection to an address that is already checked. */
type OpenSocket = (endpoint: Endpoint) => Promise<Socket>;

/**
 * Opens the data connection to the host of the control connection, regardless of the host in the reply to PASV: another
 * host would let a server direct us anywhere (RFC 2577 3), and many servers with NAT report their private address.
 */
export async function enterPassiveMode(ftp: FTPContext, open: OpenSocket): Promise<FTPResponse> {
  const host = ftp.socket.remoteAddress;
  if (host === undefined) throw new TransportError('reset', 'the connection was lost');
  const [command, portOf] = isIPv6(host) ? (['EPSV', portOfExtended] as const) : (['PASV', portOfPassive] as const);
  const reply = await ftp.request(command);
  const port = portOf(reply.message);
  if (port === undefined) {
    throw new TransportError('protocol', `the reply to ${command} has no valid port`);
  }
  ftp.dataSocket = await open({ host, port });
  return reply;
}

/** `227 … (h1,h2,h3,h4,p1,p2)`. RFC 1123 4.1.2.6: the numbers may be anywhere in the reply. */
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
