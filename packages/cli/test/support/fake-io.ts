import type { Io } from '../../src/io.js';

const encoder = new TextEncoder();

export interface FakeIo extends Io {
  /** What was written to standard output and standard error so far. */
  readonly written: { out: string; err: string };
}

export interface World {
  readonly stdin?: string | Uint8Array;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly isTerminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Of a Linux user; without it there is none, and so no store. */
  readonly home?: string;
  readonly now?: () => number;
}

/** A world of its own for a run of the command. */
export function fakeIo({
  stdin = '',
  files = {},
  isTerminal = false,
  env = {},
  home,
  now = Date.now,
}: World = {}): FakeIo {
  const written = { out: '', err: '' };
  return {
    written,
    stdout: { isTerminal, write: (text) => (written.out += text) },
    stderr: { isTerminal, write: (text) => (written.err += text) },
    env,
    platform: 'linux',
    homeDirectory() {
      if (home === undefined) throw new Error('this test has no home');
      return home;
    },
    now,
    stdin: () => chunks(stdin),
    openFile: (path) => {
      const content = Object.hasOwn(files, path) ? files[path] : undefined;
      return content === undefined ? missing(path) : chunks(content);
    },
  };
}

async function* chunks(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const octets = typeof content === 'string' ? encoder.encode(content) : content;
  for (let at = 0; at < octets.length; at += 1000) yield octets.subarray(at, at + 1000);
}

// biome-ignore lint/correctness/useYield: a file that is missing says so when it is read.
async function* missing(path: string): AsyncGenerator<Uint8Array> {
  throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
}
