/** All that the command may touch of the world outside; only bin.ts fills it from the process. */

import type { ThreadWork } from './threads/thread-work.js';

/** Somewhere text goes. */
export interface Output {
  readonly isTerminal: boolean;
  /** Octets go out as they are. */
  write(text: string | Uint8Array): unknown;
}

/** Octets in the pieces in which they arrive. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A file that is written from where it was left. */
export interface OutputFile {
  write(octets: Uint8Array): void;
  /** Returns when all of it is on the disk. */
  sync(): void;
  close(): void;
}

/** Another thread of the process. */
export interface Thread {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  /** Where it ended because something is wrong with it. */
  on(event: 'error', listener: (error: unknown) => void): unknown;
  terminate(): unknown;
}

/** A file without a name, for what does not fit into memory. Errors are those of the file system. */
export interface TemporaryFile {
  /** Octets in it. */
  readonly size: number;
  append(octets: Uint8Array): void;
  /** What it holds, from the beginning. */
  read(): Iterable<Uint8Array>;
  close(): void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  /** The user's; throws where there is none. */
  homeDirectory(): string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Standard input as octets; called at most once. */
  stdin(): Chunks;
  /** The octets of a file; errors are those of the file system and arrive while it is read. */
  openFile(path: string): Chunks;
  /** Puts the octets in place of what the file holds; rejects with the errors of the file system. */
  writeFile(path: string, octets: Uint8Array): Promise<void>;
  /** Runs git in the current folder, without a shell; rejects where it cannot be run or prints more than 64 MiB. */
  git(args: readonly string[]): Promise<GitResult>;
  /** Octets of a file; undefined where that cannot be said. */
  fileSize(path: string): number | undefined;
  /** Which file a path leads to, so that two can be told apart; undefined for what is no file. Errors are those of the file system. */
  fileIdentity(path: string): string | undefined;
  /** To standard output; settles when that takes more. */
  writeOctets(octets: Uint8Array): Promise<void>;
  /** Opens a file to write to, made where it is missing and cut to so many octets. Errors are those of the file system. */
  openOutput(path: string, keptOctets: number): OutputFile;
  /** Puts a text in the place of a file, whole or not at all. Errors are those of the file system. */
  replaceFile(path: string, text: string): void;
  /** How many threads the machine runs at once. */
  cores(): number;
  /** Starts a thread that takes the tasks of such work. */
  startThread(work: ThreadWork): Thread;
  /** Makes a folder and those it is in, where they are missing. Errors are those of the file system. */
  makeFolder(path: string): void;
  /** Puts a file in the place of another one, whole or not at all. Errors are those of the file system. */
  moveFile(from: string, to: string): void;
  /** Gone when it is closed, or when the process ends in whatever way. */
  temporaryFile(): TemporaryFile;
  /** Aborts when the process is asked to end (SIGINT, SIGTERM); to ask once more ends it at once. */
  stopSignal(): AbortSignal;
  /** Host and process, to tell workers apart. */
  readonly processName: string;
}

/** How a run of git ended, and what it printed. */
export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/** Files that are read whole are no longer; the most that a robots.txt may be parsed to. */
export const MAX_FILE_OCTETS = 67_108_864;

/** What the process ends with: all allowed, something disallowed or unreachable, usage or input error. */
export type ExitCode = 0 | 1 | 2;

/** Colours are for people at a terminal that shows them, and not where NO_COLOR (no-color.org) is set. */
export function usesColour(output: Output, env: Environment): boolean {
  return output.isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
}
