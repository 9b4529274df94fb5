/** Passes what a client sends to the HTTP parser in parts, so that pipelined requests and small chunks wait as bytes. */
import type { Socket } from 'node:net';
import { MAX_PIPELINED } from '../options.js';
import { afterTurns } from './pause.js';

const LINE_BREAK = '\r\n';
const BLANK_LINE = LINE_BREAK + LINE_BREAK;
/** A chunk of a body takes two lines, so this many lines may be small chunks. */
const MANY_LINES = 200;
/** Minimum size of the parts after the first, so that a body of blank lines is not passed on in parts of four bytes. */
const PART_BYTES = 512;
/** Maximum size of the parts of a connection that had to wait: about a millisecond if they are chunks of one byte. */
const MAX_PART_BYTES = 4096;
/** Connections whose next request is passed on in one turn of the event loop. */
const CONNECTIONS_PER_TURN = 8;

/**
 * Paces one connection. Otherwise Node.js parses all that it has read, up to 64 KiB, and creates a request and a response for
 * each of 1,400 small requests in it, even after their connection was destroyed.
 */
export class PacedReader {
  static readonly #due = new Set<PacedReader>();
  readonly #socket: Socket;
  readonly #isBusy: () => boolean;
  readonly #push: (chunk: Buffer | null) => boolean;
  /** Bytes that have not been passed on. */
  #rest: Buffer | undefined;
  /** Requests in a row after which the next one had arrived already. */
  #pipelined = 0;
  #hasEnded = false;

  /** @param isBusy whether further requests on the connection must wait */
  constructor(socket: Socket, isBusy: () => boolean) {
    this.#socket = socket;
    this.#isBusy = isBusy;
    this.#push = socket.push.bind(socket);
    const read = socket._read.bind(socket);
    socket._read = (size) => {
      if (this.#rest === undefined) read(size);
      else this.passLater();
    };
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null) this.#hasEnded = true;
      else this.#rest = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
      if (chunk === null || !isCostly(chunk)) return this.#pass();
      this.passLater();
      return false;
    };
    socket.on('resume', () => this.passLater());
    // With a listener, Node.js passes what it reads to the stream instead of directly to the parser.
    socket.on('data', () => {});
  }

  /** Passes on the next part in a later turn. */
  passLater(): void {
    if (this.#rest === undefined) return;
    if (PacedReader.#due.size === 0) afterTurns(PacedReader.#passDue);
    PacedReader.#due.add(this);
  }

  static #passDue(): void {
    const due = PacedReader.#due;
    let left = CONNECTIONS_PER_TURN;
    for (const reader of due) {
      due.delete(reader);
      if (reader.#pass(MAX_PART_BYTES)) reader.#socket._read(0);
      left--;
      if (left === 0) break;
    }
    if (due.size > 0) afterTurns(PacedReader.#passDue);
  }

  /** Returns whether more may be read. */
  #pass(mostBytes = Number.POSITIVE_INFINITY): boolean {
    for (let from = 0; this.#rest !== undefined; from = PART_BYTES) {
      if (!this.#socket.writable || this.#socket.isPaused()) return false;
      if (this.#isBusy()) {
        if (from > 0) this.#pipelined++;
        if (this.#pipelined >= MAX_PIPELINED) this.#socket.destroy();
        return false;
      }
      const rest = this.#rest;
      const blank = rest.indexOf(BLANK_LINE, from);
      const end = blank === -1 ? rest.length : blank + BLANK_LINE.length;
      const isCut = end > mostBytes;
      const part = rest.subarray(0, isCut ? mostBytes : end);
      this.#rest = part.length === rest.length ? undefined : rest.subarray(part.length);
      if (!this.#push(part)) return false;
      if (isCut) {
        this.passLater();
        return false;
      }
    }
    this.#pipelined = 0;
    return this.#hasEnded ? this.#push(null) : true;
  }
}

/**
 * Returns whether a chunk may contain several requests or many small chunks of a body, which take longer than their bytes.
 * In a body, blank lines are rare.
 */
function isCostly(chunk: Buffer): boolean {
  const first = chunk.indexOf(BLANK_LINE);
  if (first !== -1 && chunk.includes(BLANK_LINE, first + BLANK_LINE.length)) return true;
  let lines = 0;
  for (let at = chunk.indexOf(LINE_BREAK); at !== -1; at = chunk.indexOf(LINE_BREAK, at + 1)) {
    lines++;
    if (lines === MANY_LINES) return true;
  }
  return false;
}
