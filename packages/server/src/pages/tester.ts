/** Serves the web tester. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Headers of pages. They allow the scripts, styles and images of the service, and the styles that scripts create. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
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

/** Where the build puts the web tester. */
const BUILT_PAGES = fileURLToPath(new URL('../../dist/tester', import.meta.url));

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

export async function addTester(app: FastifyInstance, folder: string = BUILT_PAGES): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(PAGE_HEADERS);
  });
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(NOT_BUILT));
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    // One route per file, so that other paths get a problem document.
    wildcard: false,
    globIgnore: ['assets/**'],
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
    },
  });
  // Looked up on each request: a later build replaces the assets, whose names contain a hash of their content.
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    maxAge: '1y',
    immutable: true,
  });
}
