import { expect, test } from 'vitest';
import { barChart, escaped } from '../../src/survey/charts.js';

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
  expect(svg).not.toMatch(/<script|#0[14]0[25]0[36]/);
});

test('text in HTML', () =>
  expect(escaped('<a href="&">')).toBe('&lt;a href=&quot;&amp;&quot;&gt;'));
