/** Serves the web tester, whose files are read once at startup, the API documentation, and the OpenAPI document. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { docsPage, STYLE_DIGEST } from './docs-page.js';
import type { OpenApiDocument } from './openapi.js';

/** Where the build puts the web tester. */
const BUILT_PAGES = fileURLToPath(new URL('../../dist/tester', import.meta.url));

const HTML = 'text/html; charset=utf-8';

/** Headers of every response. They keep JSON that a browser displays from loading anything or being framed. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Allows the scripts and requests of the web tester, and the styles and images that its editor creates. */
const TESTER_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** Allows one style sheet and no scripts. */
const DOCS_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>repkit</title>
<h1>repkit</h1>
<p>The service is running, but the web tester has not been built. Run <code>npm run build</code> and restart the service.</p>
<p>See the <a href="docs">API documentation</a>.</p>
</html>
`;

export async function addPages(
  app: FastifyInstance,
  document: OpenApiDocument,
  folder: string = BUILT_PAGES,
): Promise<void> {
  const files = await readPageFiles(folder);
  for (const file of files) addFile(app, file);
  if (!files.some(({ path }) => path === '/')) addText(app, '/', HTML, NOT_BUILT, PAGE_HEADERS);
  addText(app, '/docs', HTML, docsPage(document), DOCS_HEADERS);
  addText(app, '/openapi.json', 'application/json', JSON.stringify(document));
}

function addText(app: FastifyInstance, path: string, type: string, text: string, headers = {}) {
  // All connections share a buffer; a string would be copied for each.
  const body = Buffer.from(text);
  app.get(path, async ({ work }, reply) => {
    work.received();
    return reply.type(type).headers(headers).send(body);
  });
}

function addFile(app: FastifyInstance, file: PageFile): void {
  const cacheControl = file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  // Names of immutable files change with each version; they share one series in the metrics.
  const config = file.isImmutable ? { metricPath: '/assets/*' } : {};
  app.get(file.path, { config }, async (request, reply) => {
    request.work.received();
    reply
      .headers(TESTER_HEADERS)
      .header('cache-control', cacheControl)
      .header('etag', file.etag)
      .header('vary', 'Accept-Encoding');
    if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
    const encoding = chosenEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(file.type).send(file.bytes[encoding]);
  });
}

export interface PageFile {
  /** URL path. */
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  /** Whether the name contains a hash of the content. */
  readonly isImmutable: boolean;
  readonly bytes: Readonly<Record<'identity' | 'br' | 'gzip', Buffer>>;
}

/** Of the files that the build of the web tester creates. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The highest quality takes seconds per megabyte and saves little. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Reads all files in a folder recursively. Returns none if the folder does not exist. */
export async function readPageFiles(folder: string): Promise<PageFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return await Promise.all(names.sort().map((name) => readPageFile(folder, name)));
}

async function readPageFile(folder: string, name: string): Promise<PageFile> {
  const identity = await readFile(join(folder, name));
  const path = `/${name.split(sep).join('/')}`;
  return {
    path: path === '/index.html' ? '/' : path,
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    isImmutable: path.startsWith('/assets/'),
    bytes: { identity, br: await brotli(identity, BROTLI), gzip: await gzipped(identity) },
  };
}

/** Returns the smallest encoding that the Accept-Encoding header names (RFC 9110 12.5.3). */
export function chosenEncoding(accepted = ''): keyof PageFile['bytes'] {
  const named = new Map(
    accepted.split(',').map((part) => {
      const [name = '', weight = ''] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return [name, !/^q=0(\.0*)?$/.test(weight)];
    }),
  );
  return (['br', 'gzip'] as const).find((name) => named.get(name)) ?? 'identity';
}
