import { expect, test } from 'vitest';
import { PROBLEMS, problemType } from '../../src/http/problem.js';
import { STYLE_DIGEST } from '../../src/pages/docs-page.js';
import { startService } from '../support/service.js';

test('the page has no scripts, loads nothing, and has its own CSP', async () => {
  const service = await startService();
  const response = await service.get('/docs');
  const html = await response.text();
  expect(response.headers.get('content-security-policy')).toContain(`'sha256-${STYLE_DIGEST}'`);
  expect(response.headers.get('content-security-policy')).not.toContain('script-src');
  expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\sstyle=|\son\w+=/i);
  expect(html.match(/(?:src|href)="[^"#]+"/g)).toEqual([
    'href="openapi.json"',
    'href="./"',
    'href="https://github.com/repkit/repkit"',
  ]);
});

test('every problem has an anchor, and every internal link has a target', async () => {
  const service = await startService();
  const html = await (await service.get('/docs')).text();
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const name of Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]) {
    expect(ids).toContain(problemType(name).split('#')[1]);
  }
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('every operation is shown with its body, responses and examples', async () => {
  const service = await startService();
  const html = await (await service.get('/docs')).text();
  expect(html).toContain('<code>POST /v1/check</code>');
  expect(html).toContain('A sitemap with a relative URL');
  expect(html).toContain('&quot;newly-blocked&quot;');
  expect(html).toContain('<code>refresh</code> <small>optional</small>');
});
