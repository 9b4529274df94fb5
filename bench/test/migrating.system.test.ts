/**
 * The verdicts that change with a migration: the libraries themselves decide each case, and docs/migrating.md lists the
 * differences.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../test/support/program.js';
import { caseOf, openAdapter } from '../src/adapters.ts';
import { ORIGIN, TOKEN } from '../src/inputs.ts';

const PAGE = new URL('../../docs/migrating.md', import.meta.url);
/** Debian's Python has Debian's protego. */
const PYTHON = '/usr/bin/python3';
const PROTEGO = '/usr/lib/python3/dist-packages/protego.py';

interface Case {
  readonly what: string;
  readonly body: string;
  readonly path: string;
}

const own = (rules: string): string => `User-agent: ${TOKEN}\n${rules}`;
const group = (token: string): string => `User-agent: ${token}\nDisallow: /\n`;

const CASES: readonly Case[] = [
  { what: 'the longest rule, in any order', body: own('Disallow: /\nAllow: /a\n'), path: '/a' },
  { what: 'equally long rules: allow', body: own('Disallow: /a\nAllow: /a\n'), path: '/a' },
  {
    what: 'a longer rule without a wildcard',
    body: own('Allow: /*\nDisallow: /ab\n'),
    path: '/ab',
  },
  { what: 'a wildcard', body: own('Disallow: /*.gif\n'), path: '/a.gif' },
  { what: '`$` at the end', body: own('Disallow: /a$\n'), path: '/a/b' },
  { what: '`$` in the middle is a character', body: own('Disallow: /a$b\n'), path: '/a$b' },
  { what: '`$$` at the end: a `$` at the end', body: own('Disallow: /a$$\n'), path: '/a$' },
  { what: '`%24` is a literal `$`', body: own('Disallow: /a%24\n'), path: '/a$' },
  { what: '`%2A` is a literal `*`', body: own('Disallow: /a%2Ab\n'), path: '/axb' },
  { what: 'an escape and the same character', body: own('Disallow: /%61\n'), path: '/a' },
  { what: 'lower-case escapes', body: own('Disallow: /%c3%a9\n'), path: '/%C3%A9' },
  { what: 'a rule with a non-ASCII character', body: own('Disallow: /é\n'), path: '/%C3%A9' },
  { what: 'a URL with a non-ASCII character', body: own('Disallow: /%C3%A9\n'), path: '/é' },
  { what: '`%2F` is not a slash', body: own('Disallow: /a%2Fb\n'), path: '/a/b' },
  { what: 'the query', body: own('Disallow: /*?\n'), path: '/a?b' },
  { what: 'upper and lower case of paths', body: own('Disallow: /A\n'), path: '/a' },
  { what: 'a rule without a slash', body: own('Disallow: a\n'), path: '/a' },
  { what: 'an empty rule', body: own('Disallow:\n'), path: '/a' },
  { what: 'a comment after a rule', body: own('Disallow: /a # b\n'), path: '/a' },
  { what: 'robots.txt itself', body: own('Disallow: /\n'), path: '/robots.txt' },
  { what: 'a group for a longer name', body: group('ExampleBotNews'), path: '/' },
  { what: 'a group for the start of the name', body: group('Example'), path: '/' },
  { what: 'a group for another part of the name', body: group('Bot'), path: '/' },
  { what: 'case of the name', body: group('EXAMPLEBOT'), path: '/' },
  { what: 'a version after the name', body: group('ExampleBot/1.0'), path: '/' },
  { what: 'other characters after the name', body: group('ExampleBotö'), path: '/' },
  {
    what: 'a group for the name and one for `*`',
    body: `${group('*')}\n${own('Allow: /b\n')}`,
    path: '/a',
  },
  {
    what: 'several groups for the name',
    body: `${own('Allow: /b\n')}\n${group(TOKEN)}`,
    path: '/a',
  },
  { what: 'several groups for `*`', body: `User-agent: *\nAllow: /b\n\n${group('*')}`, path: '/a' },
  {
    what: 'an unknown field between user-agent lines',
    body: `${own('Unknown: a\n')}${group('Other')}`,
    path: '/',
  },
  {
    what: '`Crawl-delay` between user-agent lines',
    body: `${own('Crawl-delay: 1\n')}${group('Other')}`,
    path: '/',
  },
  {
    what: '`Sitemap` between user-agent lines',
    body: `${own('Sitemap: https://example.com/s\n')}${group('Other')}`,
    path: '/',
  },
  {
    what: 'an empty line between user-agent lines',
    body: `${own('\n')}${group('Other')}`,
    path: '/',
  },
  { what: 'an empty line before a rule', body: own('\nDisallow: /\n'), path: '/' },
  { what: 'a rule before any group', body: `Disallow: /\n\n${own('Allow: /b\n')}`, path: '/a' },
  { what: 'a byte-order mark', body: `\uFEFF${group(TOKEN)}`, path: '/' },
  { what: 'lines that end with CR', body: group(TOKEN).replaceAll('\n', '\r'), path: '/' },
  { what: 'a misspelled field', body: own('Disalow: /\n'), path: '/' },
  { what: 'a space instead of the colon', body: own('Disallow /\n'), path: '/' },
  { what: 'spaces around the colon', body: own('Disallow : /\n'), path: '/' },
];

type Verdicts = readonly boolean[];

/** Asks the adapter of a library in the conformance suite. */
async function verdictsOf(command: string, adapter: string): Promise<Verdicts> {
  const library = openAdapter(adapter, 60_000, command);
  const verdicts: boolean[] = [];
  try {
    for (const { what, body, path } of CASES) {
      const { allowed } = await library.ask(caseOf(what, body, `${ORIGIN}${path}`));
      if (typeof allowed !== 'boolean') throw new Error(`${adapter} does not decide the case: ${what}.`);
      verdicts.push(allowed);
    }
  } finally {
    library.close();
  }
  return verdicts;
}

const ours = CASES.map(({ body, path }) => parseRobotsTxt(body).isAllowed(path, TOKEN));

const LIBRARIES = ['robots-parser', 'robots-txt-guard', 'protego', 'urllib.robotparser'];
const HEAD = `| case | robots.txt | path | repkit | ${LIBRARIES.join(' | ')} |\n${'|---'.repeat(4 + LIBRARIES.length)}|`;
const TABLE = /(?<=<!-- verdicts -->\n\n).*?(?=\n\n<!-- end -->)/s;
const DIFFERS = 'changes';

/** Returns the libraries whose verdicts change, by case, as a table lists them. */
function changesIn(table: string): Map<string, ReadonlySet<string>> {
  return new Map(
    table.split('\n').map((row) => {
      const [, what = '', , , , ...cells] = row.split('|').map((cell) => cell.trim());
      return [what, new Set(LIBRARIES.filter((_, column) => cells[column] === DIFFERS))];
    }),
  );
}

/** Returns the table with the column of one library as its verdicts are. */
function withColumn(table: string, name: string, theirs: Verdicts): string {
  const listed = changesIn(table);
  const shown = (body: string) => JSON.stringify(body.replace(/\n$/, '')).slice(1, -1).replace('\uFEFF', '\\uFEFF');
  const rows = CASES.flatMap(({ what, body, path }, index) => {
    const changes = new Set(listed.get(what));
    if (theirs[index] === ours[index]) changes.delete(name);
    else changes.add(name);
    if (changes.size === 0) return [];
    const verdict = ours[index] ? 'allowed' : 'disallowed';
    const cells = LIBRARIES.map((library) => (changes.has(library) ? DIFFERS : ''));
    return `| ${[what, `\`${shown(body)}\``, `\`${path}\``, verdict, ...cells].join(' | ')} |`;
  });
  return [HEAD, ...rows].join('\n');
}

function expectListed(name: string, theirs: Verdicts): void {
  const page = readFileSync(PAGE, 'utf8');
  const [table = ''] = TABLE.exec(page) ?? [];
  const current = withColumn(table, name, theirs);
  if (process.env.UPDATE_DOCS)
    writeFileSync(
      PAGE,
      page.replace(TABLE, () => current),
    );
  else expect(table).toBe(current);
}

describe('docs/migrating.md lists the verdicts that change from', () => {
  test.each(['robots-parser', 'robots-txt-guard'])('%s', async (name) => {
    expectListed(name, await verdictsOf(process.execPath, `${name}.mjs`));
  });

  describeWith([PYTHON, PROTEGO], 'Python', () => {
    test.each([
      ['protego', 'scrapy_protego.py'],
      ['urllib.robotparser', 'urllib_robotparser.py'],
    ])('%s', async (name, adapter) => {
      expectListed(name, await verdictsOf(PYTHON, adapter));
    });
  });
});
