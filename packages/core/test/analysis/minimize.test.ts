import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { diff } from '../../src/analysis/diff.js';
import { minimize } from '../../src/analysis/minimize.js';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { aiprefDialect } from '../../src/preferences/aipref.js';
import { generatedBody } from '../naive/generate.js';
import { NaiveRobotsTxt } from '../naive/verdict.js';
import { generatedDialect, generatedEdit } from '../support/edits.js';
import { bytes, utf16 } from '../support/make.js';

/** Minimizes for one dialect if it is given, else for all that known crawlers document. */
function minimized(body: string | Uint8Array, dialect?: DialectName): string {
  const { text, proof } = minimize(parseRobotsTxt(body, dialect && { dialect }), {
    documentedDialects: dialect === undefined,
  });
  expect(proof.accessEquivalent).toBe(true);
  return text;
}

test('reports the bytes saved by each kind of change', () => {
  const group = (token: string, rules: string) => `User-agent: ${token}\n${rules}`;
  const savings = (body: string) => {
    const { text, savings: saved } = minimize(parseRobotsTxt(body));
    const total = saved.lines + saved.rules + saved.groups + saved.patterns;
    expect(total).toBe(body.length - text.length);
    return saved;
  };
  const none = { lines: 0, rules: 0, groups: 0, patterns: 0 };
  expect(savings(group('*', '# x\n\n').concat('Disallow: /a\n'))).toEqual({ ...none, lines: 5 });
  expect(savings(group('*', 'Disallow: /a\nDisallow: /a/b\n'))).toEqual({ ...none, rules: 15 });
  const same = 'Disallow: /abc\nDisallow: /def\n';
  expect(savings(group('a', same) + group('b', same))).toEqual({ ...none, groups: same.length });
  expect(savings(group('*', 'Disallow: /a*\n'))).toEqual({ ...none, patterns: 1 });
});

describe('rules', () => {
  test('removes rules that change no verdict', () => {
    const body =
      'User-agent: *\nDisallow: /a/b\nDisallow: /a\nAllow: /c\nDisallow: /a*\nAllow: /a/x\n';
    expect(minimized(body)).toBe('User-agent: *\nDisallow: /a\nAllow: /a/x\n');
  });

  test('removes a final empty rule and repeated crawl delays, but no other delay', () => {
    const body = 'User-agent: *\nDisallow: /x\nCrawl-delay: 5\nCrawl-delay: 5\nDisallow:\n';
    expect(minimized(body)).toBe('User-agent: *\nDisallow: /x\nCrawl-delay: 5\n');
    const several = 'User-agent: *\nCrawl-delay: 5\nCrawl-delay: 7\nDisallow: /x\nCrawl-delay: 5\n';
    // Some parsers take the first delay of a group, others the last.
    expect(minimized(several)).toBe(several);
    expect(minimized(several.replace('7', '5'))).toBe(
      `${several.slice(0, several.indexOf('Crawl-delay: 7'))}Disallow: /x\n`,
    );
    expect(minimized('User-agent: *\nCrawl-delay: 5\nDisallow:\nDisallow:\n')).toBe(
      'User-agent: *\nCrawl-delay: 5\nDisallow:\n',
    );
  });

  test('removes unusable rules', () => {
    const body = 'User-agent: *\nDisallow: fish\nDisallow:\nprose of words\n\nDisallow: /a\n';
    expect(minimized(body)).toBe('User-agent: *\nDisallow: /a\n');
  });

  test('keeps comments of remaining rules, including lines directly above', () => {
    const body = `# lone

User-agent: * # all
# why
#  and why
Disallow: /a # x
# gone
Disallow: /a/b # y
`;
    expect(minimized(body)).toBe('User-agent: *\n# why\n#  and why\nDisallow: /a # x\n');
  });

  test('of two equally long rules removes the last', () => {
    const body = 'User-agent: *\nDisallow: /a # one\nDisallow: /a # two\n';
    expect(minimized(body)).toBe('User-agent: *\nDisallow: /a # one\n');
  });

  test('of two interchangeable rules removes the longer', () => {
    const body = 'User-agent: *\nDisallow: /a # one\nDisallow: /a* # two\n';
    expect(minimized(body)).toBe('User-agent: *\nDisallow: /a # one\n');
  });

  test.each([
    ['/***', '/'],
    ['/a***b**', '/a*b'],
    ['/a*$', '/a'],
    ['**', '/'],
  ])('removes stars that change nothing: %s', (path, shorter) => {
    expect(minimized(`User-agent: *\nDisallow: ${path} # x\n`)).toBe(
      `User-agent: *\nDisallow: ${shorter} # x\n`,
    );
  });

  test('removes the comment of a removed rule', () => {
    const group = 'User-agent: foo\nDisallow: /a\nUser-agent: *\nDisallow: //\n';
    expect(minimized(`# comment\nDisallow: /\n${group}`)).toBe(group);
    const overlapping =
      'User-agent: foo\nDisallow: /a \nUser-agent : *\nUser-agent: foo\nDisallow: //\nDisallow : /*a*a\n';
    expect(minimized(`# comment\nDisallow: /\n${overlapping}`)).toBe(overlapping);
  });

  test('keeps a star after a dollar sign, which would otherwise become the end of the pattern', () => {
    const text = 'User-agent: *\nDisallow: /$*\nAllow: /\n';
    expect(minimized(text)).toBe('User-agent: *\nDisallow: /$*\n');
  });

  test('keeps stars whose bytes decide or that are not special', () => {
    const body = 'User-agent: *\nDisallow: /ab*\nAllow: /*b\nDisallow: /c\n';
    expect(minimized(body)).toBe(body);
    expect(minimized('User-agent: *\nDisallow: /***\n', 'koster1996')).toContain('/***');
  });

  test('row 21: keeps the order in 1996', () => {
    const body = 'User-agent: *\nAllow: /ab\nDisallow: /a\nAllow: /abc\n';
    expect(minimized(body, 'koster1996')).toBe('User-agent: *\nAllow: /ab\nDisallow: /a\n');
  });
});

describe('groups', () => {
  test('merges groups of one name and groups with equal rules', () => {
    const body = `User-agent: a
Disallow: /x
User-agent: b
Disallow: /y
User-agent: a
Disallow: /y # here
User-agent: B
Disallow: /x
`;
    expect(minimized(body)).toBe(
      'User-agent: a\nUser-agent: b\nDisallow: /x\nDisallow: /y # here\n',
    );
  });

  test('overlapping groups lose only rules that nobody needs', () => {
    const shared = Array.from({ length: 9 }, (_, index) => `Disallow: /shared${index}\n`).join('');
    const body = `# lone

User-agent: a
User-agent: b
${shared}Disallow: /shared1/more
User-agent: a # again
Disallow: /only-a
Disallow: /shared2/more
`;
    expect(minimized(body)).toBe(
      `User-agent: a\nUser-agent: b\n${shared}User-agent: a\nDisallow: /only-a\n`,
    );
  });

  test('overlapping groups keep a rule that one crawler needs', () => {
    const long = Array.from({ length: 4 }, (_, index) => `Disallow: /long/path/${index}\n`).join(
      '',
    );
    const body = `User-agent: a\nUser-agent: b\n${long}Disallow: /x/y\nUser-agent: a\nDisallow: /x\n`;
    expect(minimized(body)).toBe(body);
  });

  test('removes groups that only repeat rules, even if they name another crawler too', () => {
    const rules = 'Disallow: /some/longer/path\nDisallow: /other/longer/path\n';
    const body = `User-agent: a\nUser-agent: b\n${rules}User-agent: a\n${rules}User-agent: b\nDisallow: /b\n`;
    expect(minimized(body)).toBe(
      `User-agent: a\nUser-agent: b\n${rules}User-agent: b\nDisallow: /b\n`,
    );
  });

  test('removes groups equal to *, and * without rules', () => {
    const body = 'User-agent: *\nDisallow: /x\nUser-agent: a\nDisallow: /x\nDisallow: /x/y\n';
    expect(minimized(body)).toBe('User-agent: *\nDisallow: /x\n');
    expect(minimized('User-agent: *\nAllow: /\nUser-agent: a\nDisallow:\n')).toBe('');
  });

  test('keeps an empty group that lifts the rules for *', () => {
    const body =
      'User-agent: *\nDisallow: /x\nUser-agent: a\nAllow: /\nUser-agent: b\nDisallow: /x\n';
    expect(minimized(body)).toBe('User-agent: *\nDisallow: /x\nUser-agent: a\nDisallow:\n');
  });

  test('RFC 9309 2.2.4: keeps other records, in their group if they have one', () => {
    const body = `Sitemap: https://h/s.xml
Foo: bar
User-agent: a
Crawl-delay: 5 # slow
User-agent: *
Allow: /
Sitemap: https://h/s.xml
`;
    const text = minimized(body);
    expect(text).toBe(
      'Foo: bar\nUser-agent: *\nDisallow:\nCrawl-delay: 5 # slow\nSitemap: https://h/s.xml\n',
    );
    const [before, after] = [parseRobotsTxt(body), parseRobotsTxt(text)];
    for (const token of ['a', 'b']) expect(after.crawlDelay(token)).toBe(before.crawlDelay(token));
  });
});

test('escapes invalid UTF-8', () => {
  const body = bytes('User-agent: *\nDisallow: /b\xfccher\nDisallow: /b\xfccher/x\n');
  expect(minimized(body)).toBe('User-agent: *\nDisallow: /b%FCcher\n');
});

test('rewrites invalid Unicode even if nothing gets smaller', () => {
  const mark = bytes('\xef\xbbUser-agent: *\nDisallow:/\n');
  expect(minimized(mark, 'google')).toBe('User-agent: *\nDisallow: /\n');
  expect(minimized(bytes('User-agent:*\nDisallow:/b\xfc'))).toBe(
    'User-agent: *\nDisallow: /b%FC\n',
  );
  // The file itself contains the replacement character.
  const text = 'User-agent: *\nDisallow: /\na: \uFFFD\nDisallow: ';
  expect(minimized(minimized(text))).toBe(minimized(text));
});

test('decodes other records with invalid UTF-8 as Latin-1', () => {
  expect(
    minimized(
      bytes(
        'User-agent: *\n\nprose without a meaning\nCrawl-delay: 1 # f\xfcr\nSitemap: http://h/\xfc',
      ),
    ),
  ).toBe('User-agent: *\nCrawl-delay: 1 # für\nSitemap: http://h/ü\n');
});

test.each([
  ['UTF-16', utf16('User-agent:*\nDisallow:/a*b', 'le')],
  ['UTF-8', '\uFEFFUser-agent:*\nDisallow:/a*b'],
])('RFC 9309 2.3: always drops a byte-order mark: %s', (_, body) => {
  expect(minimized(body, 'rfc9309')).toBe('User-agent:*\nDisallow:/a*b');
});

test('RFC 9309 2.3: keeps a mark that precedes another one', () => {
  const names = Array.from('abcdefghijkl', (name) => `User-agent:${name}\n`);
  const body = `\uFEFF\uFEFFx:\n${names.join('')}Disallow:/a*b`;
  expect(minimized(body)).toBe(body);
});

test('returns the original if nothing smaller is proved', () => {
  const body = 'User-agent:*\nDisallow:/a*b';
  expect(minimized(body)).toBe(body);
  const robotsTxt = parseRobotsTxt(`${body}\nDisallow: /a*b*c*d\nDisallow: /*x`);
  const { text, proof, complete } = minimize(robotsTxt, { budget: 40 });
  expect([text, proof.accessEquivalent]).toEqual([
    robotsTxt.records.map((r) => r.text).join(''),
    true,
  ]);
  expect(complete).toBe(false);
  expect(minimize(parseRobotsTxt(body)).complete).toBe(true);
});

test('removes lines that are not records even without a budget', () => {
  const body = '# lone\n\nUser-agent:*#all\r\nprose of words\r\n\r\nDisallow:/a*b\n# end\n';
  const tidied = 'User-agent:*\nDisallow:/a*b\n';
  expect(minimized(body)).toBe(tidied);
  const { text, proof, complete } = minimize(parseRobotsTxt(body), { budget: 0 });
  expect([text, proof.accessEquivalent, complete]).toEqual([tidied, true, false]);
});

test('handles dozens of rules with two stars within the default budget', () => {
  const words = Array.from({ length: 60 }, (_, index) => `w${(index * 7919).toString(36)}`);
  const rules = words.map((word, index) => `Disallow: /*${index % 2 ? '/*/' : ''}${word}*\n`);
  const body = `# a\n\nUser-agent: *\n\n${rules.join('')}Disallow: /x/*/${words[3]}\nAllow: /*?tab=*\n`;
  const { text, proof, complete } = minimize(parseRobotsTxt(body));
  expect([proof.accessEquivalent, complete]).toEqual([true, true]);
  expect(parseRobotsTxt(text).matcher('a').rules).toHaveLength(61);
});

test('hostile: 500 KiB of groups with rules of many stars', () => {
  let body = '';
  for (let group = 0; body.length < 510_000; group++) {
    body += `User-agent: bot${group}\nDisallow: /*a*b*${group}*a*b\n`;
  }
  const { text, proof, complete } = minimize(parseRobotsTxt(body), { budget: 1_000_000 });
  expect([text, proof.accessEquivalent, complete]).toEqual([body, true, false]);
});

test('a product token keeps its bytes if a later word of the line is not UTF-8', () => {
  const bytes = [...new TextEncoder().encode('User-agent: *\nAllow: /a\nUser-agent: fooé x'), 0xc3];
  const body = Uint8Array.from([...bytes, ...new TextEncoder().encode('\nDisallow: /\n')]);
  const text = minimized(body, 'koster1996');
  expect(parseRobotsTxt(text, { dialect: 'koster1996' }).groups[0].productTokens).toEqual([
    'fooÃ©',
  ]);
});

describe('properties', () => {
  test('small files: equivalent, idempotent, and no removable rule remains', () => {
    fc.assert(
      fc.property(generatedEdit, generatedDialect, ({ before, targets }, dialect) => {
        const text = minimized(before, dialect);
        expect(minimized(text, dialect)).toBe(text);
        const files = [before, text].map((body) => new NaiveRobotsTxt(body, dialect));
        for (const target of targets.slice(0, 400)) {
          const [one, other] = files.map((file) => file.verdictOnTarget(target, 'foo').allowed);
          expect(one, target).toBe(other);
        }
        const lines = text.split('\n');
        for (const { line } of parseRobotsTxt(text, { dialect }).matcher('foo').rules) {
          const rest = lines.toSpliced(line - 1, 1).join('\n');
          const parse = (body: string) => parseRobotsTxt(body, { dialect });
          if (/^Disallow:$/.test(lines[line - 1])) continue;
          const proof = diff(parse(text), parse(rest), { documentedDialects: false });
          expect(proof.accessEquivalent, lines[line - 1]).toBe(false);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test.each(['', 'User-agent: *\nDisallow: /a\n'])(
    'an unknown field that begins with U+FEFF does not become a user-agent line: %j',
    (rest) => {
      const text = minimized(`\n\uFEFFUser-agent: foo\n${rest}`, 'rfc9309');
      expect(text).toBe(rest);
      expect(minimized(text, 'rfc9309')).toBe(text);
    },
  );

  test('without a dialect: equivalent in all that known crawlers document, or unchanged', () => {
    fc.assert(
      fc.property(generatedEdit, ({ before: body }) => {
        const { text, proof } = minimize(parseRobotsTxt(body));
        if (proof.accessEquivalent !== true) expect(text).toBe(body);
        for (const dialect of ['rfc9309', 'google'] as const) {
          const [before, after] = [body, text].map((one) => parseRobotsTxt(one, { dialect }));
          expect(diff(before, after, { documentedDialects: false }).accessEquivalent).toBe(true);
        }
        expect(minimize(parseRobotsTxt(text)).text).toBe(text);
      }),
      { numRuns: runs(200) },
    );
  });

  test('any file: equivalent and idempotent', () => {
    fc.assert(
      fc.property(generatedBody, fc.constantFrom(...Object.keys(dialects)), ({ body }, name) => {
        const dialect = name as DialectName;
        const text = minimized(body, dialect);
        expect(minimized(text, dialect)).toBe(text);
        const [before, after] = [
          parseRobotsTxt(body, { dialect }),
          parseRobotsTxt(text, { dialect }),
        ];
        // Invalid UTF-8 is parsed as U+FFFD but written as Latin-1.
        const isUnicode = (url: string) => !url.includes('\uFFFD');
        const unicode = before.sitemaps.filter(isUnicode);
        expect(after.sitemaps).toEqual(expect.arrayContaining(unicode));
        if (unicode.length === before.sitemaps.length) {
          expect(new Set(after.sitemaps)).toEqual(new Set(unicode));
        }
        expect(after.crawlDelay('foo')).toBe(before.crawlDelay('foo'));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('preference lines keep their place', () => {
  test('keeps the groups of a file that AIPREF groups differently', () => {
    const body =
      'User-agent: *\nContent-Usage: train-ai=n\nUser-agent: GPTBot\nDisallow: /a\nUser-agent: b\nDisallow: /a\nDisallow: /a/b\n';
    const { text, complete } = minimize(parseRobotsTxt(`# x\n${body}`));
    expect(text).toBe(body);
    expect(complete).toBe(true);
    const { text: split } = minimize(parseRobotsTxt(body, { dialect: aiprefDialect() }));
    expect(split.length).toBeLessThan(body.length);
  });

  test('keeps the scope of licenses and signals', () => {
    const rules = 'Disallow: /abc\nDisallow: /abc/d\n';
    const body = `License: https://e/a\nUser-agent: a\nContent-Signal: ai-train=no\n${rules}User-agent: b\nLicense: https://e/b\n${rules}`;
    expect(minimized(body)).toBe(
      'License: https://e/a\nUser-agent: a\nContent-Signal: ai-train=no\nDisallow: /abc\nUser-agent: b\nLicense: https://e/b\nDisallow: /abc\n',
    );
  });
});
