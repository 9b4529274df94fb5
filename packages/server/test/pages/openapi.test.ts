import type { Transport } from '@repkit/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import type { Example, OperationData } from '../../src/http/operation.js';
import { PROBLEMS } from '../../src/http/problem.js';
import { type OpenApiDocument, problemsOf } from '../../src/pages/openapi.js';
import { checkOperation } from '../../src/routes/check.js';
import { checkStreamOperation } from '../../src/routes/check-stream.js';
import { crawlersOperation } from '../../src/routes/crawlers.js';
import { diffOperation } from '../../src/routes/diff.js';
import { formatOperation } from '../../src/routes/format.js';
import { healthOperation, metricsOperation, readyOperation } from '../../src/routes/health.js';
import { lintOperation } from '../../src/routes/lint.js';
import { pageRulesOperation } from '../../src/routes/page-rules.js';
import { preferencesOperation } from '../../src/routes/preferences.js';
import { forgetOperation, robotsOperation } from '../../src/routes/robots.js';
import type { Services } from '../../src/routes/services.js';
import { sitemapOperation } from '../../src/routes/sitemap.js';
import { startService } from '../support/service.js';

// Only their data is used, so no services are needed.
const services = { limits: {} } as Services;
const operations: readonly OperationData[] = [
  checkOperation(services),
  checkStreamOperation(services),
  lintOperation(services),
  diffOperation(services),
  formatOperation(services),
  preferencesOperation(services),
  pageRulesOperation(services),
  robotsOperation(services),
  forgetOperation(services),
  sitemapOperation({ ...services, transport: {} as Transport }),
  crawlersOperation,
  healthOperation,
  readyOperation(services),
  metricsOperation(services),
];

async function documentOf(token?: string): Promise<OpenApiDocument> {
  const service = await startService({ token });
  const response = await service.get('/openapi.json');
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return (await response.json()) as OpenApiDocument;
}

describe('GET /openapi.json', () => {
  test.each([undefined, 'a-token'])('is valid OpenAPI 3.1 with token %s', async (token) => {
    const document = await documentOf(token);
    const result = await new Validator().validate({ ...document });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
    expect('securitySchemes' in document.components).toBe(token !== undefined);
    for (const { id, method, path, isPublic } of operations) {
      const needsToken = !isPublic && token !== undefined;
      const documented = document.paths[path]?.[method.toLowerCase()];
      expect(documented?.security, id).toEqual(needsToken ? [{ token: [] }] : []);
    }
  });

  test('lists every operation with its possible problems', async () => {
    const document = await documentOf();
    for (const operation of operations) {
      const documented = document.paths[operation.path]?.[operation.method.toLowerCase()];
      expect(documented, operation.id).toMatchObject({ operationId: operation.id });
      const statuses = Object.keys((documented as { responses: object }).responses);
      for (const name of problemsOf(operation)) {
        expect(statuses, `${operation.id} ${name}`).toContain(String(PROBLEMS[name].status));
      }
    }
    expect(Object.values(document.paths).flatMap(Object.values)).toHaveLength(operations.length);
  });
});

test('NDJSON bodies are strings whose lines have a schema', async () => {
  const { paths } = await documentOf();
  const documented = paths['/v1/check/stream']?.post ?? {};
  const { requestBody, responses = {} } = documented as Record<string, Record<string, unknown>>;
  const parts = [
    [requestBody, 'StreamCheck'],
    [responses[200], 'StreamResult'],
  ];
  for (const [documented, name] of parts) {
    const schema = { type: 'string', contentSchema: { $ref: `#/components/schemas/${name}` } };
    expect(documented).toMatchObject({ content: { 'application/x-ndjson': { schema } } });
  }
});

test('responses allow new members, requests reject unknown ones', async () => {
  const { paths, components } = await documentOf();
  const resolved = (schema: unknown): string => {
    const text = JSON.stringify(schema ?? {});
    const [, name] = /#\/components\/schemas\/(\w+)/.exec(text) ?? [];
    return name === undefined ? text : JSON.stringify(components.schemas[name]);
  };
  for (const { id, method, path, body } of operations) {
    const documented = paths[path]?.[method.toLowerCase()] ?? {};
    const { requestBody, responses = {} } = documented as Record<string, object>;
    for (const response of Object.values(responses)) {
      expect(resolved(response), id).not.toContain('"additionalProperties":false');
    }
    if (body !== undefined)
      expect(resolved(requestBody), id).toContain('"additionalProperties":false');
  }
});

describe('examples match real responses', () => {
  const cases = operations.flatMap((operation) =>
    Object.entries(operation.examples).map(([name, example]) => ({ operation, example, name })),
  );

  test.each(cases)('$operation.id: $name', async ({ operation, example }) => {
    const service = await startService();
    const response = await send(service.url, operation, example);
    const text = await response.text();
    expect(response.status, text).toBe(operation.success.status);
    const { schema, type = 'application/json' } = operation.success;
    if (schema === undefined) return expect(text).toBe('');
    expect(response.headers.get('content-type')).toContain(type);
    const answers =
      type === 'application/json'
        ? [JSON.parse(text)]
        : type === 'application/x-ndjson'
          ? text
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line))
          : [text];
    const compiled = Compile(withoutOthers(schema) as TSchema);
    for (const answer of answers) {
      expect(compiled.Errors(answer)[1], JSON.stringify(answer)).toEqual([]);
    }
    if (example.response !== undefined) {
      if (typeof example.response === 'string') expect(text).toBe(example.response);
      else expect(JSON.parse(text)).toEqual(example.response);
    }
  });
});

/** Closes the schema of a response, because examples must not contain unlisted members. */
function withoutOthers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOthers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([key, value]) => [key, withoutOthers(value)]);
  const closed = 'properties' in schema ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(members), ...closed };
}

async function send(url: string, operation: OperationData, example: Example): Promise<Response> {
  const { method, path, bodyType = 'application/json' } = operation;
  const query = example.query === undefined ? '' : `?${new URLSearchParams(example.query)}`;
  const { body } = example;
  return await fetch(url + path + query, {
    method,
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': bodyType },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  });
}
