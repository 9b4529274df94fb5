import { readFileSync } from 'node:fs';
import { MemoryStore } from '@repkit/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { createServer } from '../../src/create-server.js';
import { PROBLEMS } from '../../src/http/problem.js';
import { startService } from '../support/service.js';

interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { name: string; example?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, Content>> }>>;
}

interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

async function documentOf(token?: string): Promise<OpenApiDocument> {
  const options = {
    store: new MemoryStore(),
    userAgent: 'repkit-test/1.0',
    pages: 'no-such-folder',
  };
  const app = await createServer({ ...options, token });
  const response = await app.inject('/openapi.json');
  await app.close();
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  return response.json() as OpenApiDocument;
}

const document = await documentOf();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const PUBLIC = ['healthz', 'readyz'];

/** The operations by path and method. */
const OPERATIONS = {
  '/healthz': { get: 'healthz' },
  '/metrics': { get: 'metrics' },
  '/readyz': { get: 'readyz' },
  '/v1/check': { get: 'checkUrl', post: 'check' },
  '/v1/crawlers': { get: 'crawlers' },
  '/v1/diff': { post: 'diff' },
  '/v1/format': { post: 'format' },
  '/v1/init': { post: 'init' },
  '/v1/lint': { post: 'lint' },
  '/v1/page': { post: 'page' },
  '/v1/robots': { get: 'robots', delete: 'forget' },
  '/v1/sitemap': { get: 'sitemap' },
};

describe('GET /openapi.json', () => {
  test.each([undefined, 'a-token'])('is valid OpenAPI 3.1 with token %s', async (token) => {
    const { components, paths, ...rest } = await documentOf(token);
    const result = await new Validator().validate({ components, paths, ...rest });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(rest.openapi).toMatch(/^3\.1\./);
    expect('securitySchemes' in components).toBe(token !== undefined);
    expect(rest.security).toEqual(token === undefined ? [] : [{ token: [] }]);
    for (const operation of Object.values(paths).flatMap(Object.values)) {
      const isPublic = PUBLIC.includes(operation.operationId);
      expect(operation.security, operation.operationId).toEqual(isPublic ? [] : undefined);
    }
  });

  test.each(Object.keys(OPERATIONS))('docs/service.md lists %s', (path) => {
    const page = readFileSync(new URL('../../../../docs/service.md', import.meta.url), 'utf8');
    const [table = ''] = /^\| path \|.*?(?=\n\n)/ms.exec(page) ?? [];
    expect(table).toMatch(new RegExp(`[ \`]${path}\``));
  });

  test('describes every operation and problem', () => {
    const described = Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, { operationId }]) => [method, operationId])),
    ]);
    expect(Object.fromEntries(described)).toEqual(OPERATIONS);
    for (const name of Object.keys(PROBLEMS)) {
      expect(document.info.description).toContain(`| ${name} |`);
    }
  });
});

test('responses allow new members, requests reject unknown ones', () => {
  const resolved = (schema: unknown): string => {
    const text = JSON.stringify(schema ?? {});
    const [, name = ''] = /#\/components\/schemas\/(\w+)/.exec(text) ?? [];
    return name === '' ? text : JSON.stringify(document.components.schemas[name]);
  };
  for (const { operation } of operations) {
    const { operationId, requestBody, responses } = operation;
    for (const response of Object.values(responses)) {
      expect(resolved(response), operationId).not.toContain('"additionalProperties":false');
    }
    if (requestBody === undefined) continue;
    expect(resolved(requestBody), operationId).toContain('"additionalProperties":false');
  }
});

describe('examples match real responses', () => {
  const withBody = operations.flatMap(({ path, operation }) => {
    const { examples = {} } = operation.requestBody?.content['application/json'] ?? {};
    return Object.entries(examples).map(([name, { value }]) => ({ path, operation, name, value }));
  });

  test('every operation with a body has an example', () => {
    const paths = operations.filter(({ method }) => method === 'post').map(({ path }) => path);
    expect([...new Set(withBody.map(({ path }) => path))]).toEqual(paths);
  });

  test.each(withBody)('POST $path: $name', async ({ path, operation, name, value }) => {
    const service = await startService();
    const response = await service.post(path, value);
    const body = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(200);
    const { schema, examples } = operation.responses[200]?.content?.['application/json'] ?? {};
    expect(errorsIn(schema, body)).toEqual([]);
    const expected = examples?.[name];
    if (expected !== undefined) expect(body).toEqual(expected.value);
  });

  const withoutBody = operations.filter(({ operation }) => operation.requestBody === undefined);

  test.each(withoutBody)('$method $path', async ({ path, method, operation }) => {
    const service = await startService();
    const values = (operation.parameters ?? []).flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]]));
    const response = await fetch(`${service.url}${path}?${new URLSearchParams(values)}`, {
      method: method.toUpperCase(),
    });
    expect(response.ok).toBe(true);
    const { schema, examples = {} } = operation.responses[200]?.content?.['application/json'] ?? {};
    if (schema === undefined) return;
    const body = await response.json();
    expect(errorsIn(schema, body)).toEqual([]);
    for (const { value } of Object.values(examples)) expect(body).toEqual(value);
  });
});

/** Returns what in a response does not match a schema without further members. */
function errorsIn(schema: object | undefined, response: unknown): unknown {
  return Compile({
    ...(closed(schema) as object),
    ...(closed({ components: document.components }) as object),
  } as never).Errors(response)[1];
}

/** Closes the schema of a response, because examples must not contain unlisted members. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const closing = 'properties' in schema && 'type' in schema ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(members), ...closing };
}
