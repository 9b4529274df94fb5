/** Generates `docs/reference/`: the API of each package from its docstrings, and the HTTP API from its OpenAPI document. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Application, Comment } from 'typedoc';

const DOCS = join(import.meta.dirname, '..');
const PACKAGES = join(DOCS, '../packages');
const OUTPUT = join(DOCS, 'reference');

/** The public entry points: the name that is imported, the file, and what it is for. */
const ENTRY_POINTS = [
  ['@repkit/core', 'core/src/index.ts', 'Parses robots.txt and decides whether URLs are allowed.'],
  ['@repkit/core/crawlers', 'core/src/crawlers.ts', 'Known crawlers as their operators document them.'],
  ['@repkit/core/preferences', 'core/src/preferences.ts', 'AI usage preferences and page-level rules.'],
  ['@repkit/core/analysis', 'core/src/analysis.ts', 'Lint, diff, coverage, format and write.'],
  ['@repkit/client', 'client/src/index.ts', 'Fetches, caches and applies robots.txt for a crawler.'],
  ['@repkit/client/access', 'client/src/policy/access.ts', 'Access to a site by the response to the request for its robots.txt.'],
  ['@repkit/client/undici', 'client/src/hooks/undici.ts', 'Interceptor for undici.'],
  ['@repkit/client/fetch', 'client/src/hooks/fetch.ts', 'Wrapper for fetch.'],
  ['@repkit/client/got', 'client/src/hooks/got.ts', 'Hooks for got.'],
  ['@repkit/client/crawlee', 'client/src/hooks/crawlee.ts', 'Hooks for Crawlee.'],
  ['@repkit/client/playwright', 'client/src/hooks/playwright.ts', 'Hook for Playwright.'],
  ['@repkit/client/page', 'client/src/client/page.ts', 'Page-level rules and preferences of a response, without a client.'],
  ['@repkit/client/transport', 'client/src/transport.ts', 'Guarded and limited requests, and what a received body is.'],
  ['@repkit/client/sitemap', 'client/src/page/sitemap.ts', 'Reads the URLs in a sitemap.'],
  ['@repkit/client/sqlite', 'client/src/store/sqlite-store.ts', 'Store in an SQLite file.'],
  ['@repkit/client/redis', 'client/src/store/redis-store.ts', 'Store in Redis or Valkey.'],
  ['@repkit/client/store-contract', 'client/src/store/store-contract.ts', 'Tests of the contract of stores.'],
  ['@repkit/client/store-url', 'client/src/store/store-url.ts', 'Opens a store by its URL.'],
  ['@repkit/bulk', 'bulk/src/index.ts', 'Checks millions of URLs and summarizes archives.'],
  ['@repkit/robots-parser', 'robots-parser/src/robots-parser.ts', 'The API of robots-parser.'],
] as const;

const TABLES = Object.fromEntries(
  ['index', 'parameters', 'interfaceProperties', 'classProperties', 'propertyMembers', 'typeDeclaration', 'enumMembers'].map(
    (part) => [`${part}Format`, 'table'],
  ),
);

async function writeLibraryPages(): Promise<void> {
  const app = await Application.bootstrapWithPlugins({
    name: 'API reference',
    entryPoints: ENTRY_POINTS.map(([, path]) => join(PACKAGES, path)),
    tsconfig: join(DOCS, 'tsconfig.api.json'),
    plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
    out: OUTPUT,
    readme: 'none',
    sortEntryPoints: false,
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    excludeInternal: true,
    skipErrorChecking: true,
    logLevel: 'Error',
    // Options of the two plugins.
    ...({ docsRoot: DOCS, hideBreadcrumbs: true, hidePageHeader: true, ...TABLES } as object),
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the declarations.');
  // TypeDoc names modules by their file.
  const moduleName = (path: string) => path.replace('/src/', '/').replace(/\/(?:src|index)$/, '');
  for (const module of project.children ?? []) {
    const entry = ENTRY_POINTS.find(([, path]) => moduleName(path.replace(/\.ts$/, '')) === moduleName(module.name));
    if (entry === undefined) throw new Error(`${module.name} is not an entry point.`);
    module.name = entry[0];
    module.comment = new Comment([{ kind: 'text', text: entry[2] }]);
  }
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error('TypeDoc reported errors.');
}

const load = (path: string) => import(pathToFileURL(join(PACKAGES, path)).href);

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly description: string; content?: object }>>;
}

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
}

/** Writes the operations of the OpenAPI document, for the outline and the search. */
async function writeHttpPage(): Promise<void> {
  const { createServer } = await load('server/dist/index.js');
  const { MemoryStore } = await load('client/dist/index.js');
  const service = await createServer({
    store: new MemoryStore(),
    userAgent: 'docs',
    token: 'token',
  });
  const document = (await service.inject({ url: '/openapi.json' })).json();
  await service.close();
  const { info, paths, components } = document;
  const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationText(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `### ${name}\n\n${jsonBlock(schema)}`);
  writeFileSync(
    join(OUTPUT, 'http.md'),
    `---
outline: 2
---

# HTTP API reference

${info.description}

Download the [OpenAPI document](/openapi.json){target="_self" download}. The [guide](../service.md) explains the operations with examples.

${operations.join('\n\n')}

## Schemas

${schemas.join('\n\n')}
`,
  );
  mkdirSync(join(DOCS, 'public'), { recursive: true });
  writeFileSync(join(DOCS, 'public/openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
}

function operationText(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map((each) => `| \`${each.name}\`${each.required ? ' (required)' : ''} | ${each.description ?? ''} |`);
  const problems = Object.entries(responses).map(([status, response]) => `| ${status} | ${response.description} |`);
  return [
    `## ${method.toUpperCase()} ${path}`,
    [summary, description]
      .filter(Boolean)
      .join('. ')
      .replace(/([^.])$/, '$1.'),
    ...(rows.length === 0 ? [] : [`| parameter | meaning |\n|---|---|\n${rows.join('\n')}`]),
    ...(requestBody === undefined ? [] : [`Request:\n\n${jsonBlock(requestBody.content)}`]),
    `| status | meaning |\n|---|---|\n${problems.join('\n')}`,
    ...(responses[200]?.content === undefined ? [] : [`Response:\n\n${jsonBlock(responses[200].content)}`]),
  ].join('\n\n');
}

function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

rmSync(OUTPUT, { recursive: true, force: true });
await writeLibraryPages();
await writeHttpPage();
