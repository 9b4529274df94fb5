import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

interface LintResponse {
  readonly diagnostics: { readonly code: string; readonly span: { readonly line: number } }[];
  readonly omitted?: { readonly code: string; readonly count: number }[];
}

test('lint lists 100 diagnostics per code and counts the others', async () => {
  const service = await startService();
  const lines = 5000;
  const robotsTxt = `User-agent: *\n${'x:y\n'.repeat(lines)}Sitemap: /news.xml\n`;
  const response = await service.post('/v1/lint', { robotsTxt });
  const text = await response.text();
  expect(text.length).toBeLessThan(100_000);
  const { diagnostics, omitted } = JSON.parse(text) as LintResponse;
  const locations = diagnostics.filter(({ code }) => code === 'unknown-field');
  expect(locations.map(({ span }) => span.line)).toEqual(Array.from({ length: 100 }, (_, at) => at + 2));
  expect(omitted).toContainEqual({ code: 'unknown-field', count: lines - 100 });
  // Warnings take precedence over notes earlier in the file.
  expect(diagnostics.map(({ code }) => code)).toContain('sitemap-not-absolute');
  const inOrder = diagnostics.map(({ span }) => span.line);
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
});

test('lint has no `omitted` if everything is listed', async () => {
  const service = await startService();
  const response = await service.post('/v1/lint', { robotsTxt: 'User-agent: *\nx: y\n' });
  expect(await response.json()).not.toHaveProperty('omitted');
});

test('diagnostics are limited in bytes', async () => {
  const service = await startService();
  const path = `/${'%zz'.repeat(4000)}`;
  const robotsTxt = Array.from({ length: 40 }, () => `User-agent: *\nDisallow: ${path}*$x\n`);
  const response = await service.post('/v1/lint', { robotsTxt: robotsTxt.join('') });
  expect(response.status).toBe(200);
  expect((await response.text()).length).toBeLessThan(1_200_000);
});
