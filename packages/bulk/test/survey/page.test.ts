import { expect, test } from 'vitest';
import { surveyPage } from '../../src/survey/page.js';
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
  expect(html).toContain(
    '<th scope="row">disallowed<span class="bar" style="width:100.0%"></span></th><td>3</td><td>75.0 %</td>',
  );
  expect(html).toContain(
    '<th scope="row">64 to 255<span class="bar" style="width:100.0%"></span></th><td>4</td><td>100.0 %</td>',
  );
  expect(html).toContain(
    '<th scope="row">GPTBot<span class="bar" style="width:100.0%"></span></th><td>2</td><td>50.0 %</td><td>50.0 %</td>',
  );
});

test('has no scripts or external resources and escapes text', () => {
  const html = page((tallies) => tallies.count('verdict <b>', '<u>', 1));
  expect(html).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|<b>|<i>|<u>/);
  expect(html).toContain('&lt;i&gt;.warc');
});

test('an empty survey is a valid page', () => {
  const html = page(() => {});
  expect(html).toContain('<h2>Overview</h2>');
  expect(html).not.toContain('class="bar"');
});

test('further rows of a long table appear on request', () => {
  const html = page((tallies) => {
    for (let n = 1; n <= 25; n++) tallies.count('codes', `code-${n}`, n);
  });
  expect(html).toContain('<details><summary>5 more</summary>');
  expect(html).toContain('code-1<span class="bar" style="width:4.0%">');
});
