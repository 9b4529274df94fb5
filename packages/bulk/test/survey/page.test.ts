import { expect, test } from 'vitest';
import { surveyPage } from '../../src/survey/page.js';
import { Tallies } from '../../src/survey/tallies.js';

function page(fill: (tallies: Tallies) => void): string {
  const tallies = new Tallies();
  fill(tallies);
  return surveyPage(tallies, {
    productTokens: ['*', '<b>'],
    files: ['<i>.warc'],
    dialect: 'rfc9309',
  });
}

test('tables and charts of what was counted', () => {
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

test('no script, nothing from elsewhere, and no text that is taken for HTML', () => {
  const html = page((tallies) => tallies.count('verdict <b>', '<u>', 1));
  expect(html).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|<b>|<i>|<u>/);
  expect(html).toContain('&lt;i&gt;.warc');
});

test('an empty survey is a page, too', () => {
  const html = page(() => {});
  expect(html).toContain('<h2>Overview</h2>');
  expect(html).not.toContain('<svg');
});
