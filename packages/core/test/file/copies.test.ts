/** Several copies of core in one program, as with a bundle, or a CommonJS module next to an ES module. */
import { expect, test, vi } from 'vitest';
import { crawlerProfile } from '../../src/crawlers.js';
import type { parseRobotsTxt } from '../../src/file/robots-txt.js';

const BODY = 'User-agent: *\nDisallow: /\nAllow: /index.html\nDissalow: /a\n';
const crawler = crawlerProfile('Googlebot') ?? 'Googlebot';

async function parserOfCopy(): Promise<typeof parseRobotsTxt> {
  vi.resetModules();
  return (await import('../../src/index.js')).parseRobotsTxt;
}

test('a file that one copy parses can be analyzed and decided with another', async () => {
  const [parse, parseInOther] = [await parserOfCopy(), await parserOfCopy()];
  expect(parse).not.toBe(parseInOther);
  const { diff, lint, UrlCounter } = await import('../../src/analysis.js');
  const { decider, matcherFor } = await import('../../src/index.js');
  const file = parse(BODY);
  const same = parseInOther(BODY);
  expect(lint(file)).toEqual(lint(same));
  expect(lint(file).length).toBeGreaterThan(0);
  expect(diff(file, same)).toMatchObject({ equivalent: true, complete: true });
  expect(diff(file, parseInOther('')).dialects).toEqual(['rfc9309', 'google', 'yandex']);
  const counter = new UrlCounter([file, parseInOther('')]);
  counter.add('https://example.com/');
  expect(counter.changes().changes.map(({ dialect }) => dialect)).toEqual(['rfc9309', 'yandex']);
  expect(matcherFor(file, crawler).isAllowed('/')).toBe(false);
  expect(file.isAllowed('/', crawler)).toBe(true);
  const access = { kind: 'file', file: { in: () => file } } as const;
  expect(decider(access, 'ExampleBot').outcome('/')).toBe('disallowed');
});
