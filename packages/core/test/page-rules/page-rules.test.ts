/** Properties of page-level rules. The cases are in packages/conformance/cases/page-rules.ndjson. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExpiry } from '../../src/http/expiry.js';
import { type PageRuleEngineName, pageRuleEngines, pageRules, readRobotsHeader, readRobotsMeta } from '../../src/preferences.js';

const engines = Object.keys(pageRuleEngines) as PageRuleEngineName[];
const words = ['noindex', 'index', 'all', 'none', 'nofollow', 'noarchive', 'nocache', 'googlebot'];
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...words, ',', ':', ' ', 'unavailable_after:', 'Fri, 25 Jun 2010', '*'))
    .map((parts) => parts.join('')),
);

describe.each(engines)('%s', (engine) => {
  test('headers and meta elements of any text never throw', () => {
    const headers = fc.array(fc.tuple(fc.constantFrom('X-Robots-Tag', 'Robots-Tag'), value));
    const meta = fc.array(fc.record({ name: fc.oneof(fc.constant('robots'), value), content: value }));
    fc.assert(
      fc.property(headers, meta, value, (fields, elements, crawler) => {
        const input = { headers: fields, meta: elements };
        const { index, restrictions } = pageRules(input, { engine, crawler });
        expect(index).toBe(!restrictions.includes('noindex'));
      }),
    );
  });

  test('has sources and a date', () => {
    const { sources, checked } = pageRuleEngines[engine];
    for (const source of sources) expect(source).toMatch(/^https:\/\//);
    expect(sources).not.toEqual([]);
    expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

test.each([
  ['commas', ','.repeat(200_000)],
  ['colons', 'a:'.repeat(200_000)],
  ['crawlers', 'a: noindex,'.repeat(20_000)],
  ['dates', 'unavailable_after: Fri,'.repeat(10_000)],
  ['contradictions', 'none, index,'.repeat(10_000)],
  ['a long date', `unavailable_after:${' '.repeat(1_000_000)}x`],
])('a header with %s takes linear time', (_, text) => {
  readRobotsHeader(text);
  readRobotsMeta([{ name: 'robots', content: text }]);
  for (const engine of engines) {
    pageRules({ headers: [['X-Robots-Tag', text]] }, { engine });
  }
});

test('dates agree with the built-in parser', () => {
  const seconds = fc.integer({ min: -2_000_000_000, max: 60_000_000_000 });
  fc.assert(
    fc.property(seconds, (second) => {
      const date = new Date(second * 1000);
      expect(parseExpiry(date.toISOString())).toBe(date.getTime());
      expect(parseExpiry(date.toUTCString())).toBe(date.getTime());
    }),
  );
});

test('the positions of directives are those of the headers and elements given', () => {
  expect(readRobotsHeader(['', 'bingbot: noindex, MAX-snippet: 5'])).toEqual([
    {
      name: 'noindex',
      valid: true,
      token: 'bingbot',
      source: { in: 'header', index: 1, text: 'noindex' },
    },
    {
      name: 'max-snippet',
      value: '5',
      valid: true,
      token: 'bingbot',
      source: { in: 'header', index: 1, text: 'MAX-snippet: 5' },
    },
  ]);
});

test('an unknown engine throws, and an engine can be data', () => {
  expect(() => pageRules({}, { engine: 'altavista' as never })).toThrow(
    'Unknown engine "altavista". Use one of google, bing, yandex, apple, amazon, repext-03.',
  );
  const engine = { ...pageRuleEngines.google, name: 'Mine', directives: ['noai'] };
  const rules = pageRules({ meta: [{ name: 'robots', content: 'noai' }] }, { engine });
  expect(rules).toMatchObject({ engine: 'Mine', restrictions: ['noai'] });
});

test.each(['a,', 'noindex,index,', 'noindex,'])('lists at most 100 entries of a header of 50 KB and applies all: %s', (part) => {
  const text = `${part.repeat(50_000 / part.length)}nofollow`;
  const { omitted = 0, ...rules } = pageRules({ headers: { 'x-robots-tag': text } });
  expect(JSON.stringify(rules).length).toBeLessThan(100_000);
  expect([rules.follow, rules.directives.length <= 100, rules.ignored.length <= 100]).toEqual([false, true, true]);
  expect(omitted).toBeGreaterThan(3000);
});
