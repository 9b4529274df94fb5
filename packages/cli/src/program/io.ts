/** The interface to the process and the file system; process.ts implements it, and tests fake it. */

import { type Chunks, InputError, type System } from '@repkit/bulk';

export interface Output {
  readonly isTerminal: boolean;
  /** Width of the terminal; undefined for anything else. */
  readonly columns?: number | undefined;
  write(text: string | Uint8Array): unknown;
}

interface Log {
  /** Number of lines that could not be written. */
  readonly dropped: number;
  write(line: string): void;
  /** Waits a moment for buffered lines. */
  close(): Promise<void>;
}

/** A file opened for writing. Until it is complete, `.partial` follows its name. */
export interface OutputFile {
  write(bytes: Uint8Array): void;
  /** Gives the complete file its name. */
  close(): void;
  /** Closes an incomplete file and returns its name; undefined for a device or pipe. */
  abandon(): string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Io extends System {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Writes a sentence to standard error, after the name of the command. */
  report(sentence: string): void;
  readonly env: Environment;
  /** Node's name: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  /** Throws if the user has no home folder. */
  homeDirectory(): string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns the page of docs/lint about a diagnostic code. */
  lintPage(code: string): Promise<string>;
  /** Standard input as bytes; called at most once. Reading it rejects after `stop`. */
  stdin(stop?: AbortSignal): Chunks;
  /** Reading the result throws or rejects with the errors of `node:fs`. */
  openFile(path: string): Chunks;
  /**
   * Runs git in the current folder without a shell, with messages in English. Rejects if git cannot be run or prints more
   * than 64 MiB.
   */
  git(args: readonly string[], input?: string): Promise<GitResult>;
  /** Returns the size in bytes; undefined if the file does not exist. Throws an InputError if that cannot be determined. */
  fileSize(path: string): number | undefined;
  /** Returns the same text for all paths of one file or folder; undefined for devices and pipes. Throws file-system errors. */
  fileIdentity(path: string): string | undefined;
  /** Writes to standard output; resolves when it accepts more. */
  writeBytes(bytes: Uint8Array): Promise<void>;
  /** After this call the process continues if the reader of standard output closes; further output is discarded. */
  outliveReader(): void;
  /** Standard output for a log: never blocks and never ends the process. */
  readonly log: Log;
  /** Creates or replaces a file. Throws file-system errors. */
  openOutput(path: string): OutputFile;
  /** Replaces a file atomically. Throws file-system errors. */
  replaceFile(path: string, content: string | Uint8Array): void;
  /**
   * Removes what processes that were killed during `replaceFile` have left in a folder. No other process may write there
   * meanwhile. Throws file-system errors.
   */
  removeTemporaryFiles(folder: string): void;
  /** Creates a folder and those above it, unless they exist. Throws file-system errors. */
  makeFolder(path: string): void;
  /**
   * Takes a lock that all processes on this machine share, and returns a function that releases it. The end of a process
   * releases it, too. Rejects with an InputError if another process has it for longer than `waitMs`.
   */
  lock(path: string, waitMs: number): Promise<() => void>;
  /**
   * Returns the robots.txt files in a folder, or the files that match a glob, in order; undefined for any other name. Throws an
   * InputError if a file cannot be examined.
   */
  findFiles(name: string): readonly string[] | undefined;
  /** Throws a file-system error if the file cannot be read. Does not open it. */
  checkReadable(path: string): void;
  /** Throws a file-system error if `replaceFile` would fail. */
  checkWritable(path: string): void;
  /** Aborts on SIGINT or SIGTERM, with the name as the reason. The next signal ends the process at once. */
  stopSignal(): AbortSignal;
  /**
   * Aborts on SIGINT or SIGTERM unless `until` is aborted before, with the name as the reason. The signal then ends the process
   * after the command.
   */
  interruption(until: AbortSignal): AbortSignal;
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/** Maximum size of a file read into memory. */
export const MAX_FILE_BYTES = 67_108_864;

/** 0: done, or all allowed; 1: the check failed; 2: invalid options or input. */
export type ExitCode = 0 | 1 | 2;

/** Returns the error of a run that a signal has stopped. */
export function stoppedBy({ reason }: AbortSignal): InputError {
  return new InputError(`Stopped by ${reason}.`);
}

/** Throws an InputError if standard input is named more than once. */
export function checkStandardInput(names: readonly (string | undefined)[]): void {
  if (names.filter((name) => name === '-').length < 2) return;
  throw new InputError('Standard input can be read only once. Name a file for the other input.');
}
