/**
 * Runs the `ts` blocks of each document as one program and compares its output with the document. A line
 * `expression; // value` shows the value, and a `text` block after a `ts` block shows its output.
 */
import { dialects } from '@repkit/core';
import { afterAll, describe, expect, test } from 'vitest';
import { VALUE_LINE } from '../../test/support/value-lines.js';
import { Programs, readText, writeText } from './programs.js';

const DOCUMENTS = [
  'README.md',
  'docs/bulk.md',
  'docs/library.md',
  'docs/migrating.md',
  'docs/crawlers.md',
  'docs/dialects.md',
  'docs/guides/crawler-author.md',
  'docs/guides/custom-store.md',
  'docs/ja/guides/crawler-author.md',
  'docs/tr/guides/crawler-author.md',
  'packages/client/README.md',
  'packages/core/README.md',
  'packages/robots-parser/README.md',
];

const BLOCK = /```ts\n(.*?)```\n(?:\n```text\n(.*?)```\n)?/gs;
/** Marks in the output: the start of a block, and the value of a line. */
const BLOCK_MARK = '\u0001';
const VALUE_MARK = '\u0002';

const SHOW = `import { inspect } from 'node:util';
const show = (value: unknown) => console.log('${VALUE_MARK}' + inspect(value, { breakLength: Infinity, depth: 9 }));
void show;
`;

/** Sites for the documents that say what `site`, `openSite` and `brokenSite` are. */
const SITES = `import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

async function start(status: number): Promise<string> {
  const rules = 'User-agent: ExampleBot\\nDisallow: /private/\\nCrawl-delay: 2\\n';
  const server = createServer(({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(status).end(rules + 'Sitemap: https://example.com/sitemap.xml\\n');
    else if (url === '/moved') response.writeHead(302, { location: '/private/page' }).end();
    else if (url === '/to-page') response.writeHead(302, { location: '/page' }).end();
    else response.setHeader('content-type', 'text/html').end('a page');
  });
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve).unref());
  return 'http://127.0.0.1:' + (server.address() as AddressInfo).port;
}

export const site = await start(200);
export const openSite = await start(404);
export const brokenSite = await start(503);
`;
const USE_SITES = `const { site, openSite, brokenSite } = await import('./sites.js');
void [site, openSite, brokenSite];
`;

/** Returns the blocks of a document as one program. */
function programOf(text: string): string {
  const sites = text.includes('`openSite`') ? USE_SITES : '';
  const blocks = [...text.matchAll(BLOCK)].map(([, code = '']) => {
    const lines = code.split('\n').map((line) => line.replace(VALUE_LINE, 'show($1);'));
    return `console.log('${BLOCK_MARK}');\n${lines.join('\n')}`;
  });
  return `${SHOW}${sites}${blocks.join('\n')}`;
}

/** Returns the document with the output of its program. */
function withOutput(text: string, output: string): string {
  const [, ...printed] = output.split(`${BLOCK_MARK}\n`);
  let block = -1;
  return text.replaceAll(BLOCK, (_, code: string) => {
    block += 1;
    const lines = (printed[block] ?? '').trimEnd().split('\n');
    const values = lines.filter((line) => line.startsWith(VALUE_MARK));
    const rest = lines.filter((line) => line !== '' && !line.startsWith(VALUE_MARK));
    const shown = code
      .split('\n')
      .map((line) =>
        line.replace(VALUE_LINE, (_line, expression: string) => {
          return `${expression}; // ${(values.shift() ?? '').slice(VALUE_MARK.length)}`;
        }),
      )
      .join('\n');
    const after = rest.length > 0 ? `\n\`\`\`text\n${rest.join('\n')}\n\`\`\`\n` : '';
    return `\`\`\`ts\n${shown}\`\`\`\n${after}`;
  });
}

const texts = new Map(DOCUMENTS.map((path) => [path, readText(path)]));
const nameOf = (path: string) => path.toLowerCase().replaceAll(/[^a-z]+/g, '-');
const programs = new Programs(new Map([...texts].map(([path, text]) => [nameOf(path), programOf(text)])).set('sites', SITES));
afterAll(() => programs.remove());

// Some import whole crawlers, which takes long on a busy machine.
test.each(DOCUMENTS)('the code in %s prints the documented output', (path) => {
  const text = texts.get(path) ?? '';
  const expected = withOutput(text, programs.run(nameOf(path)));
  // Other tests read and update the same pages, so a page without changes is not written.
  if (process.env.UPDATE_DOCS && expected !== text) writeText(path, expected);
  else expect(text, '`UPDATE_DOCS=1 npm test -- examples/test/documents` updates it.').toBe(expected);
});

test('docs/guides/custom-store.md shows a store in at most 60 lines', () => {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(texts.get('docs/guides/custom-store.md') ?? '') ?? [];
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

describe('docs/dialects.md', () => {
  const text = texts.get('docs/dialects.md') ?? '';
  const rows = [...text.matchAll(/^\| (\d+) \|.*\| (.*) \|$/gm)];

  test('has the 25 rows in order', () => {
    const numbers = Array.from({ length: 25 }, (_, i) => String(i + 1));
    expect(rows.map(([, number]) => number)).toEqual(numbers);
  });

  test('names exactly the properties of a dialect', () => {
    const named = [...text.matchAll(/^\|.*\| (.*) \|$/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-zA-Z]+)(?:\.[a-zA-Z]+)?`/g)].map(([, property]) => property),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(dialects.rfc9309).sort());
  });
});
