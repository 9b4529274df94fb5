/** The files of the web tester, read once: a request can name nothing that was not there at the start. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface PageFile {
  /** Its path in a URL, from `/`. */
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  /** Whether its name tells of its content, so that it never changes. */
  readonly isImmutable: boolean;
  /** The octets by content-encoding; `identity` is always there. */
  readonly octets: Readonly<Record<string, Buffer>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json',
};
const IS_COMPRESSED: readonly string[] = ['.png', '.ico', '.woff2'];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Every file of a folder and those in it; none where there is no such folder. */
export async function readPageFiles(folder: string): Promise<PageFile[]> {
  let names: string[];
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return await Promise.all(names.sort().map((name) => readPageFile(folder, name)));
}

async function readPageFile(folder: string, name: string): Promise<PageFile> {
  const identity = await readFile(join(folder, name));
  const extension = extname(name).toLowerCase();
  const path = `/${name.split(sep).join('/')}`;
  return {
    path: path === '/index.html' ? '/' : path,
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    isImmutable: path.startsWith('/assets/'),
    octets: IS_COMPRESSED.includes(extension)
      ? { identity }
      : { identity, br: await compressed(identity), gzip: await gzipped(identity) },
  };
}

function compressed(octets: Buffer): Promise<Buffer> {
  // The best takes seconds for a megabyte, and is hardly smaller.
  return brotli(octets, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

/** The encoding of those there are that an Accept-Encoding header names, the smallest first (RFC 9110 12.5.3). */
export function chosenEncoding(file: PageFile, accepted = ''): string {
  const named = new Map(
    accepted.split(',').map((part) => {
      const [name = '', weight = ''] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return [name, !/^q=0(\.0*)?$/.test(weight)];
    }),
  );
  return ['br', 'gzip'].find((name) => name in file.octets && named.get(name)) ?? 'identity';
}
