/** What is there for people and their tools: the web tester, the documentation, the OpenAPI document. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { NOTHING_POLICY, PAGE_POLICY, pageHeaders, styledPolicy } from '../http/headers.js';
import type { OpenApiDocument } from '../openapi.js';
import { docsPage, STYLE_DIGEST } from './docs-page.js';
import { chosenEncoding, type PageFile, readPageFiles } from './page-files.js';

/** Where the build puts the web tester. */
const BUILT_PAGES = fileURLToPath(new URL('../../dist/tester', import.meta.url));

const HTML = 'text/html; charset=utf-8';

const TESTER_HEADERS = pageHeaders(PAGE_POLICY);

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>repkit</title>
<h1>repkit</h1>
<p>The service runs; the web tester has not been built: run <code>npm run build</code> and start the service again.</p>
<p><a href="docs">The API</a> is there.</p>
</html>
`;

export async function addPages(
  app: FastifyInstance,
  document: OpenApiDocument,
  folder: string = BUILT_PAGES,
): Promise<void> {
  const files = await readPageFiles(folder);
  for (const file of files) addFile(app, file);
  if (!files.some(({ path }) => path === '/')) {
    const headers = pageHeaders(NOTHING_POLICY);
    app.get('/', async (_request, reply) => reply.type(HTML).headers(headers).send(NOT_BUILT));
  }
  const page = docsPage(document);
  const headers = pageHeaders(styledPolicy(STYLE_DIGEST));
  app.get('/docs', async (_request, reply) => reply.type(HTML).headers(headers).send(page));
  const json = JSON.stringify(document);
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(json));
}

function addFile(app: FastifyInstance, file: PageFile): void {
  const life = file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  app.get(file.path, async (request, reply) => {
    reply
      .headers(TESTER_HEADERS)
      .header('cache-control', life)
      .header('etag', file.etag)
      .header('vary', 'Accept-Encoding');
    if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
    const encoding = chosenEncoding(file, request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(file.type).send(file.octets[encoding]);
  });
}
