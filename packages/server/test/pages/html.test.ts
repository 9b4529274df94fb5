import { expect, test } from 'vitest';
import { escapeHtml, prose } from '../../src/pages/html.js';

test('text stays text, whatever it holds', () => {
  expect(escapeHtml(`<a href="x" b='c'>&`)).toBe('&lt;a href=&quot;x&quot; b=&#39;c&#39;&gt;&amp;');
});

test('what stands between grave accents is code', () => {
  expect(prose('`a<b` or `c`, not ` alone')).toBe(
    '<code>a&lt;b</code> or <code>c</code>, not ` alone',
  );
});
