import { expect, test } from 'vitest';
import { barChart, escaped } from '../../src/survey/page.js';

test('a chart in the colours of the page, with a name for those who do not see it', () => {
  const text = { id: 'a', title: 'A & B', description: 'What is counted' };
  const svg = barChart(
    [
      { label: '<one>', count: 1234 },
      { label: 'two', count: 0 },
    ],
    text,
  );
  expect(svg).toMatch(
    /^<svg viewBox="0 0 \d+ \d+" role="img" aria-labelledby="a-title a-description"/,
  );
  expect(svg).toContain('<title id="a-title">A &amp; B</title>');
  expect(svg).toContain('1,234');
  expect(svg).toContain('&lt;one&gt;');
  expect(svg).toContain('var(--bar)');
  expect(svg).not.toMatch(/<script|#[0-9a-f]{6}/);
});

test('bars are in proportion, and long labels are cut but kept for who points at them', () => {
  const label = 'a-very-long-label-'.repeat(4);
  const text = { id: 'a', title: '', description: '' };
  const svg = barChart(
    [400, 100, 0].map((count) => ({ label, count })),
    text,
  );
  const widths = [...svg.matchAll(/<rect [^>]*width="([^"]+)"/g)].map(([, width]) => Number(width));
  expect(widths.map((width) => width / (widths[0] ?? 0))).toEqual([1, 0.25, 0]);
  expect(svg).toContain(`<title>${label}</title>`);
  expect(svg.split(label)).toHaveLength(4);
  expect(svg).toContain('…</text>');
});

test('text in HTML', () =>
  expect(escaped('<a href="&">')).toBe('&lt;a href=&quot;&amp;&quot;&gt;'));
