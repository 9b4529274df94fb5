import { expect, test } from 'vitest';
import { foundBy } from '../../support/lint.js';

const suggested = (token: string) =>
  foundBy('misspelt-crawler', `User-agent: ${token}\nDisallow: /x\n`).map(({ message }) => /mean "(.*)"\?$/.exec(message)?.[1]);

test.each([
  ['Googelbot', 'Googlebot'],
  ['Google-Bot', 'Googlebot'],
  ['GTPBot', 'GPTBot'],
  ['ChatGPT', 'ChatGPT-User'],
  ['Google', 'Googlebot'],
  ['bing', 'bingbot'],
  ['Google_Extendet', 'Google-Extended'],
  ['PERPLEXITY-BOT', 'PerplexityBot'],
])('RFC 9309 2.2.1: %s is probably %s', (token, name) => {
  expect(suggested(token)).toEqual([name]);
});

test.each([
  ...['*', 'Googlebot', 'GOOGLEBOT', 'Googlebot-Video', 'Yandex', 'SemrushBot-SA', 'SemrushBot-SI'],
  ...['Snapbot', 'AIBOT', 'Roverbot', 'Pingbot', 'GTBot', 'ExampleBot'],
])('RFC 9309 2.2.1: %s is not a misspelled name', (token) => {
  expect(suggested(token)).toEqual([]);
});

test('reports each token once, and none if the file names the crawler correctly', () => {
  const rules = 'Disallow: /x\n';
  const twice = `User-agent: Googelbot\n${rules}User-agent: googelbot\n${rules}`;
  expect(foundBy('misspelt-crawler', twice)).toHaveLength(1);
  expect(foundBy('misspelt-crawler', `${twice}User-agent: GoogleBot\n${rules}`)).toEqual([]);
});
