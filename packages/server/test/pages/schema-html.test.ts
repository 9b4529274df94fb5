import { expect, test } from 'vitest';
import { schemaTable, typeHtml } from '../../src/pages/docs-page.js';

test('types are rendered with their limits', () => {
  expect(typeHtml({ type: 'string', maxLength: 1000 })).toBe('string, at most 1,000 characters');
  expect(typeHtml({ type: 'array', items: { $ref: '#/components/schemas/A' }, maxItems: 2 })).toBe(
    'list of <a href="#schema-A">A</a>, at most 2',
  );
  expect(typeHtml({ enum: ['a', 'b'] })).toBe(
    '<code>&quot;a&quot;</code> or <code>&quot;b&quot;</code>',
  );
  expect(typeHtml({ anyOf: [{ type: 'boolean' }, { const: 'c' }] })).toBe(
    'boolean or <code>&quot;c&quot;</code>',
  );
});

test('nested members are rendered with their path and marked if optional', () => {
  const table = schemaTable({
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'array', items: { type: 'object', properties: { b: { type: 'integer' } } } },
      c: { type: 'string', description: 'What `c` is.' },
    },
  });
  expect(table).toContain('<td><code>a</code></td>');
  expect(table).toContain('<code>a[].b</code> <small>optional</small>');
  expect(table).toContain('<td>What <code>c</code> is.</td>');
  expect(schemaTable({ type: 'string' })).toBe('<p>string</p>');
});
