/** Properties of usage preferences. The cases are in packages/conformance/cases. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { dialects, parseRobotsTxt } from '../../src/index.js';
import { aiprefDialect, comparableCategories, type PreferenceOptions, preferences } from '../../src/preferences.js';
import { arbitraryBytes, generatedBody } from '../naive/generate.js';
import { naiveAipref } from './naive-aipref.js';

const path = fc.array(fc.constantFrom('a', 'b', '/', '*', 'ab', '/a'), { maxLength: 4 }).map((parts) => `/${parts.join('')}`);
const pattern = fc.tuple(path, fc.constantFrom('', '', '$')).map((parts) => parts.join(''));
const member = fc.constantFrom(
  ...['train-ai=y', 'train-ai=n', 'ai-use=n', 'search=y', 'search=n;p=1', 'train-ai', 'x=1'],
  ...['search="n"', 'train-ai=no', 'A=1', '', 'ai-use = y', 'search=n; q'],
);
const usage = fc
  .tuple(
    fc.option(fc.tuple(pattern, fc.constantFrom(' ', '\t', '  ', ''))),
    fc.array(member, { maxLength: 3 }),
    fc.constantFrom(',', ', ', ' ,\t'),
  )
  .map(([place, members, comma]) => (place ?? []).join('') + members.join(comma));
const line = fc.oneof(
  { weight: 3, arbitrary: usage.map((value) => `Content-Usage: ${value}`) },
  fc.constantFrom('User-agent: *', 'User-agent: foo', 'User-agent: bar', '', '# note', 'Host: x'),
  fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern).map((parts) => parts.join(': ')),
);
const body = fc.array(line, { maxLength: 12 }).map((lines) => `User-agent: *\n${lines.join('\n')}`);
const target = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 5 }).map((parts) => `/${parts.join('')}`);

describe.each([false, true])('with content-usage as a rule: %s', (usageIsRule) => {
  const dialect = usageIsRule ? aiprefDialect() : dialects.rfc9309;

  test('AIPREF agrees with the naive reference', () => {
    fc.assert(
      fc.property(body, target, fc.constantFrom('foo', 'baz'), (text, url, token) => {
        const robotsTxt = parseRobotsTxt(text, { dialect });
        const { access, aipref } = preferences(robotsTxt, `https://example.com${url}`, token);
        const stated = Object.entries(aipref.categories)
          .filter(([, { value }]) => value !== 'unstated')
          .map(([label, { value }]) => [label, value]);
        const found = { allowed: access.allowed, values: Object.fromEntries(stated) };
        expect(found).toEqual(naiveAipref(text, url, token, usageIsRule));
      }),
      { numRuns: runs(5_000) },
    );
  });
});

test('preferences never change the verdict, whatever the body, headers and file', () => {
  const text = fc.string({ unit: 'binary' });
  const headerNames = ['Content-Usage', 'Link', 'TDM-Reservation', 'TDM-Policy'];
  const headers = fc.array(fc.tuple(fc.constantFrom(...headerNames), text), { maxLength: 4 });
  const source = fc.oneof(
    arbitraryBytes,
    generatedBody.map(({ body: generated }) => generated),
  );
  fc.assert(
    fc.property(source, headers, fc.oneof(fc.json(), text), (content, fields, tdmrep) => {
      for (const dialect of Object.values(dialects)) {
        const robotsTxt = parseRobotsTxt(content, { dialect });
        const options = { headers: fields, tdmrep, strictest: true };
        const { access } = preferences(robotsTxt, '/a/b?c', 'ExampleBot', options);
        expect(access).toEqual(parseRobotsTxt(content, { dialect }).explain('/a/b?c', 'ExampleBot'));
      }
    }),
    { numRuns: runs(500) },
  );
});

test('the span of a source is the value in the body', () => {
  const text = 'User-agent: *\nContent-Usage:  /ü train-ai=n # x\nLicense: https://example.com/l\n';
  const bytes = new TextEncoder().encode(text);
  const { aipref, rsl } = preferences(parseRobotsTxt(text), '/ü', 'ExampleBot');
  const sources = [
    ...(aipref.categories['train-ai']?.statements ?? []).map(({ source }) => source),
    ...rsl.licenses.map(({ source }) => source),
  ];
  const found = sources.map((source) =>
    source.in === 'robots.txt'
      ? [source.line, new TextDecoder().decode(bytes.slice(source.span.start, source.span.end))]
      : undefined,
  );
  expect(found).toEqual([
    [2, '/ü train-ai=n'],
    [3, 'https://example.com/l'],
  ]);
  expect(sources[0]?.text).toBe('/ü train-ai=n');
});

test('a large file with many preferences takes linear time', () => {
  const lines = Array.from({ length: 9_000 }, (_, index) => `Content-Usage: /*a*${index} search=n`);
  const robotsTxt = parseRobotsTxt(`User-agent: *\n${lines.join('\n')}`);
  const tdmrep = lines.map((_, index) => ({ location: `/*a*${index}`, 'tdm-reservation': 1 }));
  const url = `/${'a'.repeat(2_000)}`;
  for (let query = 0; query < 3; query++) preferences(robotsTxt, url, 'ExampleBot', { tdmrep });
});

test.each<[url: string, locations: readonly string[], index: number | undefined]>([
  ['https://e.example//a/b', ['/b', '//a'], 1],
  ['https://e.example//a/b', ['/b'], undefined],
  ['https://e.example/b', ['//e.example/b', '/b$'], 1],
])('tdmrep.json: the path of %s is compared with each of %j', (url, locations, index) => {
  const tdmrep = locations.map((location) => ({ location, 'tdm-reservation': 1 }));
  for (const dialect of Object.values(dialects)) {
    const { categories } = preferences(parseRobotsTxt('', { dialect }), url, 'A', {
      tdmrep,
    }).tdmrep;
    const found = categories.tdm.statements.flatMap(({ source }) => (source.in === 'tdmrep.json' ? source.index : []));
    expect(found, dialect.name).toEqual(index === undefined ? [] : [index]);
  }
});

test('headers can be a Headers object, pairs, or an object such as that of Node', () => {
  const robotsTxt = parseRobotsTxt('');
  const all = [
    new Headers({ 'Content-Usage': 'train-ai=n' }),
    [['content-usage', 'train-ai=n'] as const],
    { 'Content-Usage': 'train-ai=n' },
    { 'content-usage': ['search=y', 'train-ai=n'], other: undefined },
  ];
  for (const headers of all) {
    const { aipref } = preferences(robotsTxt, '/', 'ExampleBot', { headers });
    expect(aipref.categories['train-ai']?.value).toBe('no');
  }
});

test('invalid arguments throw', () => {
  const robotsTxt = parseRobotsTxt('');
  expect(() => preferences(robotsTxt, 'x', 'ExampleBot')).toThrow(TypeError);
  expect(() => preferences(robotsTxt, '/', '')).toThrow(TypeError);
  expect(() => preferences(robotsTxt, '/', 'A', { vocabulary: 'vocab-1' as never })).toThrow(
    'Unknown vocabulary "vocab-1". Use one of vocab-08.',
  );
  expect(() => preferences(robotsTxt, '/', 'A', { headers: 'a: b' as never })).toThrow(
    'Pass the headers as a Headers object, as pairs of name and value, or as an object.',
  );
});

test('a custom vocabulary replaces the labels', () => {
  const vocabulary = {
    name: 'mine',
    date: '2027-01-01',
    source: 'https://example.com/',
    labels: ['bots'],
    earlierLabels: ['train-ai'],
  };
  const robotsTxt = parseRobotsTxt('User-agent: *\nContent-Usage: bots=n, train-ai=n\n');
  const { aipref } = preferences(robotsTxt, '/', 'ExampleBot', { vocabulary });
  expect(aipref.categories).toMatchObject({ bots: { value: 'no' } });
  expect(aipref.ignored).toMatchObject([{ reason: 'earlier-label', text: 'train-ai' }]);
  expect(aipref.vocabulary).toEqual({
    name: 'mine',
    date: '2027-01-01',
    source: 'https://example.com/',
  });
});

test('aiprefDialect returns the same object for the same dialect, and its own result unchanged', () => {
  expect(aiprefDialect('google')).toBe(aiprefDialect(dialects.google));
  expect(aiprefDialect(aiprefDialect())).toBe(aiprefDialect('rfc9309'));
});

test('strictest is an option and names its mapping', () => {
  const robotsTxt = parseRobotsTxt('');
  expect(preferences(robotsTxt, '/', 'ExampleBot').strictest).toBeUndefined();
  expect(preferences(robotsTxt, '/', 'ExampleBot', { strictest: true }).strictest).toEqual({
    values: { training: 'unstated', input: 'unstated', search: 'unstated' },
    mapping: comparableCategories,
  });
});

test.each(
  Object.keys(dialects).flatMap((dialect) =>
    ['mailto:x', 'x', 'https://', '//', 'https://e.example/a', '/%zz', '/ä', '*'].map((url) => ({
      dialect,
      url,
    })),
  ),
)('$dialect: $url has preferences of every mechanism if it can be checked', ({ dialect, url }) => {
  const text = 'User-agent: *\nContent-Usage: / train-ai=n\nContent-Signal: / ai-train=no\n';
  const robotsTxt = parseRobotsTxt(text, { dialect: dialect as keyof typeof dialects });
  const tdmrep = [{ location: '/*', 'tdm-reservation': 1 }];
  const headers = { 'tdm-policy': 'https://e.example/' };
  const read = () => preferences(robotsTxt, url, 'ExampleBot', { tdmrep, headers, strictest: true });
  let canBeChecked = true;
  try {
    robotsTxt.isAllowed(url, 'ExampleBot');
  } catch {
    canBeChecked = false;
  }
  if (canBeChecked) expect(read().tdmrep.categories.tdm.value).toBe('no');
  else expect(read).toThrow(TypeError);
});

describe('Content-Signal extensions', () => {
  const text = 'User-agent: *\nContent-Signal: /api/ ai-train=no, search=yes\n';

  test.each([
    ['/api/x', 'no', 'yes'],
    ['/blog', 'unstated', 'unstated'],
  ])('a path limits all signals of its line: %s', (path, training, search) => {
    const { contentSignals } = preferences(parseRobotsTxt(text), `https://e.example${path}`, 'A');
    expect(contentSignals.categories['ai-train'].value).toBe(training);
    expect(contentSignals.categories.search.value).toBe(search);
    expect(contentSignals.ignored).toEqual([]);
    for (const { source } of contentSignals.categories['ai-train'].statements) {
      expect(source).toMatchObject({ line: 2, scope: '/api/', extension: true });
    }
  });

  test('a line without a path also applies where a path matches, and "no" prevails', () => {
    const both = `${text}Content-Signal: ai-train=yes, ai-input=no\n`;
    const read = preferences(parseRobotsTxt(both), 'https://e.example/api/x', 'A');
    const values = Object.entries(read.contentSignals.categories).map(([, { value }]) => value);
    expect(values).toEqual(['yes', 'no', 'no']);
  });

  test.each(['/api/, ai-train=no', '/api/ ai-train=no', '/api/,\tai-train=no'])(
    'the path of %j ends before a comma or a space',
    (value) => {
      const file = parseRobotsTxt(`User-agent: *\nContent-Signal: ${value}\n`);
      const read = preferences(file, 'https://e.example/api/x', 'A').contentSignals;
      expect(read.categories['ai-train'].value).toBe('no');
      expect(read.categories['ai-train'].statements[0]?.source).toMatchObject({ scope: '/api/' });
    },
  );

  test.each([
    ['/api/x', 'no', 'yes'],
    ['/blog', 'unstated', 'unstated'],
  ])('a path limits all signals of a response header too: %s', (path, training, search) => {
    const headers = { 'Content-Signal': '/api/ ai-train=no, search=yes' };
    const url = `https://e.example${path}`;
    const read = preferences(parseRobotsTxt(''), url, 'A', { headers }).contentSignals;
    expect(read.categories['ai-train'].value).toBe(training);
    expect(read.categories.search.value).toBe(search);
    expect(read.ignored).toEqual([]);
  });

  test('the response header states signals, apart from the field', () => {
    const headers = { 'Content-Signal': 'ai-train=no' };
    const read = preferences(parseRobotsTxt(''), 'https://e.example/', 'A', { headers });
    expect(read.contentSignals.categories['ai-train']).toEqual({
      value: 'no',
      statements: [
        {
          value: 'no',
          source: { in: 'header', name: 'Content-Signal', text: 'ai-train=no', extension: true },
        },
      ],
    });
  });
});

describe('a hostile value of 50 KB', () => {
  test.each([
    ['content-signal', 'x,'.repeat(25_000)],
    ['content-signal', 'search=yes,search=no,'.repeat(2400)],
    ['content-usage', Array.from({ length: 9000 }, (_, id) => `a${id}`).join(',')],
  ])('of %s makes no long result', (field, value) => {
    const file = parseRobotsTxt(`User-agent: *\n${field}: ${value}\n`);
    for (const headers of [{}, { [field]: value }]) {
      const read = preferences(file, 'https://e.example/', 'A', { headers });
      expect(JSON.stringify(read).length).toBeLessThan(12 * value.length);
      const { ignored, omitted = 0 } = field === 'content-usage' ? read.aipref : read.contentSignals;
      expect(ignored.length).toBeLessThanOrEqual(100);
      const count = value.includes('search') ? 0 : value.split(',').filter(Boolean).length;
      const times = 'content-usage' in headers || 'content-signal' in headers ? 2 : 1;
      expect(ignored.length + omitted).toBe(times * count);
    }
  });
});

describe('statements', () => {
  const yesOrNo = fc.constantFrom('yes', 'no');
  const statement = fc.oneof(
    fc
      .tuple(fc.constantFrom('train-ai', 'ai-use', 'search'), yesOrNo)
      .map(([label, value]) => `Content-Usage: ${label}=${value[0]}`),
    fc
      .tuple(fc.constantFrom('', '/a ', '/b '), fc.constantFrom('ai-train', 'ai-input', 'search'), yesOrNo)
      .map(([scope, signal, value]) => `Content-Signal: ${scope}${signal}=${value}`),
    fc.constantFrom('License: https://example.com/l', 'Content-Signal: use=full', 'LLMs: /x'),
  );
  const statements = fc.array(statement, { maxLength: 4 });
  const signal = fc.constantFrom('', 'Disallow: /', 'Allow: /', 'Disallow: /b');
  const header = fc.tuple(
    fc.constantFrom('Content-Usage', 'Content-Signal'),
    fc.constantFrom('train-ai=n', 'train-ai=y', 'ai-train=no', 'ai-train=yes', '/b ai-train=no'),
  );
  const rules = fc.constantFrom('Allow: /', 'Disallow: /b', 'Disallow: /');
  const fileOf = (rule: string, lines: readonly string[], label: string): string =>
    ['User-agent: *', rule, ...lines, ...(label && ['', 'User-agent: __usage_ai-training', label])].join('\n');

  test('never change the verdict of a crawler', () => {
    fc.assert(
      fc.property(rules, statements, signal, target, (rule, lines, label, path) => {
        const url = `https://example.com${path}`;
        const { access } = preferences(parseRobotsTxt(fileOf(rule, lines, label)), url, 'Bot');
        expect(access).toEqual(parseRobotsTxt(`User-agent: *\n${rule}`).explain(url, 'Bot'));
      }),
      { numRuns: runs(2_000) },
    );
  });

  /** A lower rank is stricter. What is not stated may become anything. */
  const RANKS = { no: 0, yes: 1, unstated: 2 } as const;

  // Two documents replace statements instead of adding to them, so these are not generated: a longer path of Content-Usage
  // (attach-05), and a TDMRep header or element, which supersedes the file.
  test('more of them never make the combined answer looser', () => {
    fc.assert(
      fc.property(
        rules,
        statements,
        statements,
        signal,
        fc.array(header, { maxLength: 2 }),
        fc.option(fc.constantFrom(0, 1), { nil: undefined }),
        (rule, lines, added, label, headers, reservation) => {
          const combined = (body: string, options: PreferenceOptions) =>
            preferences(parseRobotsTxt(body), '/a', 'Bot', { ...options, strictest: true }).strictest?.values;
          const before = combined(fileOf(rule, lines, ''), {});
          const after = combined(fileOf(rule, [...lines, ...added], label), {
            headers,
            ...(reservation !== undefined && {
              tdmrep: [{ location: '/', 'tdm-reservation': reservation }],
            }),
          });
          for (const use of ['training', 'input', 'search'] as const) {
            expect(RANKS[after?.[use] ?? 'unstated']).toBeLessThanOrEqual(RANKS[before?.[use] ?? 'unstated']);
          }
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});
