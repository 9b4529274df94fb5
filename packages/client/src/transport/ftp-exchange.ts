/** One request over FTP (RFC 959): anonymous login, passive mode, RETR. */
import { PassThrough } from 'node:stream';
import { Client, type FTPContext, FTPError } from 'basic-ftp';
import { unlessAborted } from '../within.js';
import { type Connector, connectorTo, openSocket } from './connector.js';
import type { Exchange, ExchangeRequest, FailureResult, FtpResult } from './exchange.js';
import { failureOfSignal, TransportError } from './failure.js';
import { ftpFailureOf, refusedEarly } from './ftp-failure.js';
import { enterPassiveMode } from './ftp-passive-mode.js';
import { HostAddresses, hostOf, type LookupAddresses, lookupBySystem } from './host-addresses.js';
import type { TransportOptions } from './options.js';
import { receiveBody } from './received-body.js';

const DEFAULT_PORT = 21;

/** RFC 959 5.4: the reply to a RETR that went well. */
const TRANSFERRED = 226;

/** RFC 1635. The password is to say who asks. */
const ANONYMOUS = 'anonymous';

/**
 * FTP without TLS, and past any proxy. `connectMs` holds for each of the two connections, `bodyMs` for each reply and
 * between two parts of the body.
 */
export class FtpExchange implements Exchange {
  readonly #options: TransportOptions;
  readonly #connect: Connector;
  /** To the address that the control connection has; the guard may have let that through for its name. */
  readonly #connectAgain: Connector;
  readonly #running = new Set<AbortController>();
  #isClosed = false;

  constructor(options: TransportOptions, lookup: LookupAddresses = lookupBySystem) {
    const { connectMs } = options.limits;
    this.#options = options;
    this.#connect = connectorTo(new HostAddresses(options, lookup), connectMs);
    const anywhere = new HostAddresses({ ...options, guard: undefined }, lookup);
    this.#connectAgain = connectorTo(anywhere, connectMs);
  }

  async request({ url, signal }: ExchangeRequest): Promise<FtpResult | FailureResult> {
    const attempt = new AbortController();
    const callOff = () => attempt.abort(signal.reason);
    if (signal.aborted) callOff();
    else signal.addEventListener('abort', callOff, { once: true });
    if (this.#isClosed) attempt.abort();
    this.#running.add(attempt);
    try {
      return await this.#attempt(url, attempt.signal);
    } finally {
      this.#running.delete(attempt);
      signal.removeEventListener('abort', callOff);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const attempt of this.#running) attempt.abort();
  }

  async #attempt(url: URL, signal: AbortSignal): Promise<FtpResult | FailureResult> {
    const client = new Client(this.#options.limits.bodyMs);
    // A path is octets, and so it is sent.
    client.ftp.encoding = 'latin1';
    try {
      signal.throwIfAborted();
      return await unlessAborted(signal, this.#retrieve(client, url, signal));
    } catch (error) {
      return signal.aborted ? failureOfSignal(signal) : ftpFailureOf(error);
    } finally {
      client.close();
    }
  }

  async #retrieve(client: Client, url: URL, signal: AbortSignal): Promise<FtpResult> {
    const path = pathOf(url);
    await this.#logIn(client, url, signal).catch(refusedEarly);
    client.prepareTransfer = (ftp) =>
      enterPassiveMode(ftp, (endpoint) => openSocket(this.#connectAgain, endpoint, signal)).catch(
        refusedEarly,
      );

    // basic-ftp keeps time over a transfer only while it is piped.
    const pipe = new PassThrough();
    const transfer = client.downloadTo(pipe, path);
    // However it ends, it ends the pipe; why is asked below.
    transfer.catch(() => {});
    const form = { codings: [], contentType: undefined };
    const body = await receiveBody(pipe, form, this.#options.limits.maxBytes);
    // A transfer that goes on past the limit is broken off, and has no reply.
    const code = body.truncated ? TRANSFERRED : (await transfer).code;
    return { kind: 'ftp', code, detail: '', body };
  }

  async #logIn(client: Client, url: URL, signal: AbortSignal): Promise<void> {
    const endpoint = { host: hostOf(url), port: Number(url.port || DEFAULT_PORT) };
    client.ftp.socket = await openSocket(this.#connect, endpoint, signal);
    await greeting(client.ftp);
    await client.login(ANONYMOUS, this.#options.userAgent);
    await client.send('TYPE I');
  }
}

/** RFC 959 5.4: 220, or 120 and 421 where the server will not have us now. */
function greeting(ftp: FTPContext): Promise<void> {
  return ftp.handle(undefined, (reply, task) => {
    if (reply instanceof Error) task.reject(reply);
    else if (reply.code < 200 || reply.code > 299) task.reject(new FTPError(reply));
    else task.resolve(undefined);
  });
}

/**
 * RFC 1738 3.2.2, from the root of the server on; octets as characters. A line break would begin another command, and
 * only a redirect can ask for one.
 */
function pathOf({ pathname }: URL): string {
  const path = pathname.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (!/[\r\n\0]/.test(path)) return path;
  throw new TransportError('bad-redirect', 'the redirect leads to a path with a line break in it');
}
