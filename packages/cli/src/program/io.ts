/** All that the command may touch of the world outside; only bin.ts fills it from the process. */

import type { Chunks, System } from '@repkit/bulk';

/** Somewhere text goes. */
export interface Output {
  readonly isTerminal: boolean;
  /** Bytes go out as they are. */
  write(text: string | Uint8Array): unknown;
}

/** A file that is written from where it was left. */
export interface OutputFile {
  write(bytes: Uint8Array): void;
  /** Returns when all of it is on the disk. */
  sync(): void;
  close(): void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Io extends System {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  /** The user's; throws where there is none. */
  homeDirectory(): string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Standard input as bytes; called at most once. */
  stdin(): Chunks;
  /** Runs git in the current folder, without a shell; rejects where it cannot be run or prints more than 64 MiB. */
  git(args: readonly string[]): Promise<GitResult>;
  /** Bytes of a file; undefined where that cannot be said. */
  fileSize(path: string): number | undefined;
  /** Which file a path leads to, so that two can be told apart; undefined for what is no file. Errors are those of the file system. */
  fileIdentity(path: string): string | undefined;
  /** To standard output; settles when that takes more. */
  writeBytes(bytes: Uint8Array): Promise<void>;
  /** From now on the end of the reader of standard output does not end the process; further output is discarded. */
  outliveReader(): void;
  /** Opens a file to write to, made where it is missing and cut to so many bytes. Errors are those of the file system. */
  openOutput(path: string, keptBytes: number): OutputFile;
  /** Replaces the contents of a file atomically. Errors are those of the file system. */
  replaceFile(path: string, content: string | Uint8Array): void;
  /** Throws the error of the file system if the file cannot be read, without opening it. */
  checkReadable(path: string): void;
  /** Throws the error of the file system if `replaceFile` cannot work. */
  checkWritable(path: string): void;
  /** Aborts when the process receives SIGINT or SIGTERM, with the name as its reason; the next signal ends it at once. */
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
export const MAX_FILE_BYTES = 67_108_864;

/**
 * What the process ends with: all allowed, something disallowed or unreachable, usage or input error; or stopped by SIGINT
 * or SIGTERM, as shells report it.
 */
export type ExitCode = 0 | 1 | 2 | 130 | 143;

/** Colours are for people at a terminal that shows them, and not where NO_COLOR (no-color.org) is set. */
export function usesColour(output: Output, env: Environment): boolean {
  return output.isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
}
