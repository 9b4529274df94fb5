import { expect, test } from 'vitest';
import { lint } from '../../src/analysis.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';

const LONG = '*a'.repeat(20_000);
const PLAIN = 'a'.repeat(20_000);

test.each([
  ['crawlers-disagree', `User-agent: *\nDisallow: /${LONG}\n`],
  ['decided-by-tie', `User-agent: *\nAllow: /${PLAIN}\nDisallow: /${PLAIN}\n`],
  ['drops-everyones-rules', `User-agent: *\nDisallow: /${PLAIN}\n\nUser-agent: a\nDisallow: /b\n`],
  ['rule-changes-nothing', `User-agent: *\nDisallow: /${PLAIN}\nDisallow: /${PLAIN}b\n`],
  ['allow-reopens-nothing', `User-agent: *\nAllow: /${PLAIN}\nDisallow: /b\n`],
  ['allow-too-short', `User-agent: *\nDisallow: /${PLAIN}/\nAllow: /*.css\n`],
  ['assets-blocked', `User-agent: *\nDisallow: /${PLAIN}.css\n`],
])('%s: a message does not repeat long URLs and rules', (code, body) => {
  const diagnostics = lint(parseRobotsTxt(body));
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  const lengths = diagnostics.map(({ message }) => message.length);
  expect(Math.max(...lengths)).toBeLessThan(1000);
});
