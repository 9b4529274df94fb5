/** Expensive files: diff stays within its budget and never calls files equivalent that it could not compare. */
import { expect, test } from 'vitest';
import { diff } from '../../src/analysis/diff.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';

test('thousands of crawlers that share thousands of records end within the bound', () => {
  const tokens = Array.from({ length: 4000 }, (_, index) => `t${index.toString(36)}`);
  const shared = tokens.map((token) => `user-agent: ${token}\n`).join('');
  const records = Array.from({ length: 40_000 }, (_, index) => `a:${index}\n`).join('');
  const own = (value: string) => tokens.map((token) => `user-agent: ${token}\nb:${value}\ndisallow:\n`).join('');
  const [one, other] = ['x', 'y'].map((value) =>
    parseRobotsTxt(`${shared}disallow:\n${records}${own(value)}`, { maxBytes: 1 << 20 }),
  );
  const { complete, equivalent, recordChanges } = diff(one, other);
  expect([complete, equivalent]).toEqual([false, false]);
  expect(recordChanges).toHaveLength(1);
});

test.each(['/*a*b*c*a', '/*abab*baba', '/ab'])('500 KiB of %s end within the budget', (start) => {
  let seed = 1;
  const letters = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return 'ab*c'[seed >>> 30];
  };
  const file = () => {
    let text = 'user-agent: *\n';
    while (text.length < 510_000) {
      const field = letters() < 'b' ? 'allow' : 'disallow';
      text += `${field}: ${start}${Array.from({ length: 9 }, letters).join('')}\n`;
    }
    return parseRobotsTxt(text);
  };
  const [one, other] = [file(), file()];
  const found = diff(one, other, { budget: 1_000_000 });
  expect(found.complete).toBe(false);
  expect(found.equivalent).not.toBe(true);
  for (const { witness, after: now } of found.changes) {
    expect(one.isAllowed(witness, '*')).toBe(!now.allowed);
  }
});

test('files with too many preferences to compare are undecided', () => {
  const body = (value: string) =>
    `User-agent: *\n${Array.from({ length: 20_000 }, (_, index) => `Content-Usage: /${index} search=${value}\n`).join('')}`;
  const found = diff(parseRobotsTxt(body('y')), parseRobotsTxt(body('n')));
  expect(found.preferenceChanges).toMatchObject([{ category: 'search', before: 'yes', after: 'no', witness: '/0' }]);
  expect([found.equivalent, found.complete]).toEqual([false, false]);
});

test('files whose preferences could not all be compared are not proved to be equivalent', () => {
  const lines = Array.from({ length: 10_001 }, (_, n) => `Content-Usage: /${n} train-ai=n\n`);
  const file = parseRobotsTxt(`User-agent: *\n${lines.join('')}`);
  const { complete, equivalent, accessEquivalent, undecided } = diff(file, file);
  expect([complete, equivalent, accessEquivalent]).toEqual([false, 'undecided', true]);
  expect(undecided[0]).toMatchObject({ productTokens: ['*'], before: [], after: [] });
  expect(undecided.map(({ dialect }) => dialect)).toEqual(['rfc9309', 'google', 'yandex']);
});
