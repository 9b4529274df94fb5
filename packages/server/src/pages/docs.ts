/** The OpenAPI document, which follows from the schemas of the routes, and its page. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { PROBLEMS } from '../http/problem.js';
import { PAGE_HEADERS } from './tester.js';

/** Equals the version in package.json, so that no file is read at startup; `scripts/lib/version.mjs` lists this file. */
const VERSION = '0.1.0';

/** Where the build of the command puts the files of the page. */
const BUNDLED_FILES = fileURLToPath(new URL('../../dist/swagger-ui', import.meta.url));

const DESCRIPTION = `Checks URLs against live sites or a robots.txt in the request, and lints, compares and formats files. Times are in milliseconds since 1970. Responses may gain members.

Errors are problem documents (RFC 9457). The \`type\` of each is \`/docs#problem-\` and one of these names:

| name | status | meaning |
|---|---|---|
${Object.entries(PROBLEMS)
  .map(([name, { status, title }]) => `| ${name} | ${status} | ${title} |`)
  .join('\n')}
`;

/** Must be called before the routes are added. */
export async function addDocs(app: FastifyInstance, requiresToken: boolean): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'repkit',
        version: VERSION,
        summary: 'HTTP API for robots.txt (RFC 9309).',
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      ...(requiresToken && {
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      }),
      security: requiresToken ? [{ token: [] }] : [],
    },
    transformObject: (document) => ('openapiObject' in document ? withNamedSchemas(document.openapiObject) : {}),
  });
  const baseDir = existsSync(BUNDLED_FILES) ? BUNDLED_FILES : installedFiles();
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    baseDir,
    logo: { type: 'image/svg+xml', content: readFileSync(join(baseDir, 'logo.svg')) },
    uiConfig: { url: '/openapi.json' },
    uiHooks: {
      onRequest: (_request, reply, done) => {
        reply.headers(PAGE_HEADERS);
        done();
      },
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

function installedFiles(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static');
}

interface Document {
  readonly components?: { readonly schemas?: object };
}

/** Replaces the schemas that have a title by references to named schemas, which generated clients turn into types. */
function withNamedSchemas<Given extends Document>(document: Given): Given {
  const schemas = new Map<string, unknown>();
  const referenced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referenced);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value)
      // Values of examples are not schemas.
      .map(([name, inner]) => [name, name.startsWith('example') ? inner : referenced(inner)]);
    const object = Object.fromEntries(members);
    const { title, type, anyOf } = object;
    if (typeof title !== 'string' || (type ?? anyOf) === undefined) return object;
    schemas.set(title, object);
    return { $ref: `#/components/schemas/${title}` };
  };
  const result = referenced(document) as Given;
  const named = Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...result, components: { ...result.components, schemas: named } };
}
