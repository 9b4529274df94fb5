import { readFile } from 'node:fs/promises';
import { matchesGlob } from 'node:path';
import type { StartThreads } from '@repkit/bulk';
import type { Io } from '../../src/program/io.js';

const encoder = new TextEncoder();

const LINT_PAGES = new URL('../../../../docs/lint/', import.meta.url);

export interface FakeIo extends Io {
  /** Output so far. */
  readonly written: { out: string; err: string };
  /** Current files. */
  readonly files: Map<string, string | Uint8Array>;
}

export interface World {
  readonly stdin?: string | Uint8Array;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly isTerminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Home folder; undefined means no default store. */
  readonly home?: string;
  readonly now?: () => number;
  /** Folder in which git runs; undefined means git is not installed. */
  readonly repository?: string;
  /** Stops the run when aborted. */
  readonly stop?: AbortSignal;
  /** Only system tests start threads. */
  readonly startThreads?: StartThreads;
}

/** Returns a fake Io for one run. */
export function fakeIo({
  stdin = '',
  files: given = {},
  isTerminal = false,
  env = {},
  home,
  now = Date.now,
  repository,
  stop = new AbortController().signal,
  startThreads = () => Promise.reject(new Error('This test starts no threads.')),
}: World = {}): FakeIo {
  const written = { out: '', err: '' };
  const files = new Map(Object.entries(given));
  return {
    written,
    files,
    stdout: { isTerminal, write: (text) => (written.out += decoded(text)) },
    stderr: { isTerminal, write: (text) => (written.err += decoded(text)) },
    report: (sentence) => {
      written.err += `repkit test: ${sentence}\n`;
    },
    env,
    platform: 'linux',
    homeDirectory() {
      if (home === undefined) throw new Error('this test has no home');
      return home;
    },
    now,
    lintPage: (code) => readFile(new URL(`${code}.md`, LINT_PAGES), 'utf8'),
    stdin: () => chunks(stdin),
    openFile: (path) => openFile(files, path),
    git: async (args, input) => {
      if (repository === undefined) throw Object.assign(new Error('no git'), { code: 'ENOENT' });
      // Only system tests have a repository.
      const { git } = await import('./git.js');
      return await git(args, repository, input);
    },
    fileSize: (path) => {
      const content = files.get(path);
      return content === undefined ? undefined : bytesOf(content).length;
    },
    fileIdentity: (path) => (path === '-' ? undefined : path),
    writeBytes: async (piece) => {
      written.out += decoded(piece);
    },
    outliveReader: () => {},
    log: {
      dropped: 0,
      write: (line) => {
        written.out += line;
      },
      close: async () => {},
    },
    openOutput(path) {
      const partial = `${path}.partial`;
      let content: Uint8Array = new Uint8Array();
      files.set(partial, content);
      return {
        write(piece) {
          content = Buffer.concat([content, piece]);
          files.set(partial, content);
        },
        close() {
          files.delete(partial);
          files.set(path, content);
        },
        abandon: () => partial,
      };
    },
    replaceFile: (path, content) => {
      files.set(path, content);
    },
    removeTemporaryFiles: () => {},
    makeFolder: () => {},
    lock: async () => () => {},
    findFiles: (name) => {
      const all = [...files.keys()].sort();
      const inFolder = all.filter((path) => name === '.' || path.startsWith(`${name}/`));
      if (!files.has(name) && inFolder.length > 0) {
        return inFolder.filter((path) => /(?:^|\/)(?:robots[^/]*|[^/]*robots)\.txt$/.test(path));
      }
      return /[*]/.test(name) ? all.filter((path) => matchesGlob(path, name)) : undefined;
    },
    checkReadable: (path) => {
      if (!files.has(path)) throw notThere(path);
    },
    checkWritable: () => {},
    cores: () => 1,
    startThreads,
    stopSignal: () => stop,
    interruption: () => stop,
  };
}

function openFile(files: ReadonlyMap<string, string | Uint8Array>, path: string) {
  const content = files.get(path);
  return content === undefined ? missing(path) : chunks(content);
}

function decoded(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? encoder.encode(content) : content;
}

async function* chunks(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const whole = bytesOf(content);
  for (let at = 0; at < whole.length; at += 1000) yield whole.subarray(at, at + 1000);
}

// biome-ignore lint/correctness/useYield: a missing file fails when it is read.
async function* missing(path: string): AsyncGenerator<Uint8Array> {
  throw notThere(path);
}

function notThere(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
}
