/** Links in the documents of the repository lead to files and headings that are there. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
/** What an install or a build puts there is not ours. */
const NOT_OURS = /^(?:node_modules|dist|coverage|\..*)$/;

const documents = documentsIn('');

function documentsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.test(entry.name) ? [] : documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** A document without its blocks of code, which hold no links and no headings. */
function proseOf(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '');
}

/** The anchors of a document's headings, made as GitHub makes them. */
function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of proseOf(text).matchAll(/^#+ (.*)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\- _]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let again = 1; anchors.has(name); again++) name = `${anchor}-${again}`;
    anchors.add(name);
  }
  return anchors;
}

/** The targets of the links of a text, those that leave the repository excepted. */
function linksIn(text: string): string[] {
  const prose = proseOf(text).replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, (code) =>
    code.replaceAll(/[[\]()]/g, ' '),
  );
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The links of a document that lead nowhere. */
function brokenLinks(document: string, text: string): string[] {
  return linksIn(text).filter((link) => {
    const [file = '', anchor] = link.split('#');
    const path = file === '' ? document : normalize(join(dirname(document), file));
    if (path === document) return anchor !== undefined && !anchorsIn(text).has(anchor);
    if (path.startsWith('..') || !existsSync(join(ROOT, path))) return true;
    if (anchor === undefined) return false;
    const isFile = statSync(join(ROOT, path)).isFile();
    return !isFile || !anchorsIn(readFileSync(join(ROOT, path), 'utf8')).has(anchor);
  });
}

test('links that lead nowhere are found, and no others', () => {
  const text = [
    '# The `a` of b: why? [c](cli.md)',
    '## Again',
    '## Again',
    '[a](#the-a-of-b-why-c) [b](#again-1) [c](../README.md) [`d`](cli.md#exit-codes) [e](../docs)',
    '[far](https://example.com/nowhere#a) `[no](link)`',
    '```',
    '[no](link)',
    '## Not a heading',
    '```',
    '[1](#again-2) [2](README.md) [3](cli.md#nothing) [4](../docs#a) [5](#not-a-heading) [6](../../a)',
  ].join('\n');
  expect(brokenLinks('docs/made-up.md', text)).toEqual([
    '#again-2',
    'README.md',
    'cli.md#nothing',
    '../docs#a',
    '#not-a-heading',
    '../../a',
  ]);
});

test.each(documents)('every link of %s leads somewhere', (document) => {
  expect(brokenLinks(document, readFileSync(join(ROOT, document), 'utf8'))).toEqual([]);
});
