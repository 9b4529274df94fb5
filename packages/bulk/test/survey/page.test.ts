import { expect, test } from 'vitest';
import { barChart, escaped, surveyPage } from '../../src/survey/page.js';
import { Tallies } from '../../src/survey/tallies.js';

function page(fill: (tallies: Tallies) => void): string {
  const tallies = new Tallies();
  fill(tallies);
  return surveyPage(tallies, {
    crawlers: ['*', '<b>'],
    files: ['<i>.warc'],
    dialect: 'rfc9309',
  });
}

test('shows counts as tables and charts', () => {
  const html = page((tallies) => {
    tallies.count('files', 'all', 4);
    tallies.count('files', 'read', 4);
    tallies.count('verdict *', 'disallowed', 3);
    tallies.count('bytes', '64', 4);
    tallies.count('ai-named', 'GPTBot', 2);
    tallies.count('ai-blocked', 'GPTBot', 1);
  });
  expect(html).toContain('<th scope="row">disallowed</th><td>3</td><td>75.0 %</td>');
  expect(html).toContain('<th scope="row">64 to 255</th><td>4</td><td>100.0 %</td>');
  expect(html).toContain('<th scope="row">GPTBot</th><td>2</td><td>50.0 %</td><td>50.0 %</td>');
  expect(html.match(/<svg /g)).toHaveLength(3);
});

test('has no scripts or external resources and escapes text', () => {
  const html = page((tallies) => tallies.count('verdict <b>', '<u>', 1));
  expect(html).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|<b>|<i>|<u>/);
  expect(html).toContain('&lt;i&gt;.warc');
});

test('an empty survey is a valid page', () => {
  const html = page(() => {});
  expect(html).toContain('<h2>Overview</h2>');
  expect(html).not.toContain('<svg');
});

test('a chart has the colors of the page and an accessible name', () => {
  const text = { title: 'A & B', description: 'What is counted' };
  const svg = barChart(
    [
      ['<one>', 1234],
      ['two', 0],
    ],
    text,
  );
  expect(svg).toMatch(
    /^<svg viewBox="0 0 \d+ \d+" role="img" aria-labelledby="a-b-title a-b-description"/,
  );
  expect(svg).toContain('<title id="a-b-title">A &amp; B</title>');
  expect(svg).toContain('1,234');
  expect(svg).toContain('&lt;one&gt;');
  expect(svg).toContain('var(--bar)');
  expect(svg).not.toMatch(/<script|#[0-9a-f]{6}/);
});

test('bars are proportional, and long labels are cut but shown completely in a tooltip', () => {
  const label = 'a-very-long-label-'.repeat(4);
  const counts = [400, 100, 0].map((count) => [label, count] as const);
  const svg = barChart(counts, { title: '', description: '' });
  const widths = [...svg.matchAll(/<rect [^>]*width="([^"]+)"/g)].map(([, width]) => Number(width));
  expect(widths.map((width) => width / (widths[0] ?? 0))).toEqual([1, 0.25, 0]);
  expect(svg).toContain(`<title>${label}</title>`);
  expect(svg.split(label)).toHaveLength(4);
  expect(svg).toContain('…</text>');
});

test('escapes HTML', () =>
  expect(escaped('<a href="&">')).toBe('&lt;a href=&quot;&amp;&quot;&gt;'));
