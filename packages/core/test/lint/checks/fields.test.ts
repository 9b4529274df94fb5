import { describe, expect, test } from 'vitest';
import { lineDiagnostics } from '../../support/make.js';

const HEAD = 'user-agent: *\n';

describe('checks of fields', () => {
  test.each([
    ['Disalllow', 'error', 'Disallow'],
    ['alow', 'error', 'Allow'],
    ['useragents', 'error', 'User-agent'],
    ['Sitemaps', 'warning', 'Sitemap'],
    ['crawl delay', 'warning', 'Crawl-delay'],
  ])('extension: %s is close to a known field', (name, severity, nearest) => {
    const [found] = lineDiagnostics(`${HEAD}${name}: /a`);
    expect(found).toMatchObject({ code: 'unknown-field', severity });
    expect(found.message).toContain(`Did you mean "${nearest}"?`);
  });

  test.each(['x', 'comment', 'cache-control', 'y'.repeat(10_000)])('extension: %.20s is close to none', (name) => {
    const [found] = lineDiagnostics(`${HEAD}${name}: /a`);
    expect(found).toMatchObject({ code: 'unknown-field', severity: 'info' });
    expect(found.message).toMatch(/^Unknown field .*\. Crawlers ignore this line\.$/);
  });

  test("Google's parser: a field matched by prefix is rewritten if it is a misspelling", () => {
    const [found] = lineDiagnostics(`${HEAD}Disallows: /a`, 'google');
    expect(found).toMatchObject({ code: 'misspelt-field', fix: { replacement: 'Disallow' } });
    const [other] = lineDiagnostics(`${HEAD}DisallowAITraining: /`, 'google');
    expect(other.message).toContain('reads "Disallow: /"; other crawlers ignore this line. Rename');
    expect(other.fix).toBeUndefined();
  });

  test('RFC 9309 2.2: case is not a misspelling', () => {
    expect(lineDiagnostics('USER-AGENT: *\nDisAllow: /a\nCRAWL-DELAY: 1')).toEqual([]);
  });

  test('inserts the colon after the field', () => {
    const [found] = lineDiagnostics(`${HEAD} \tdisallow \t /a`);
    expect(found.code).toBe('missing-colon');
    expect(found.fix).toEqual({
      span: { start: 24, end: 24, line: 2, column: 11, endColumn: 11 },
      replacement: ':',
    });
  });
});
