/** The examples of docs/cli.md are run, so that the page shows what the command prints. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../src/run.js';
import { fakeIo } from './support/fake-io.js';

const PAGE = new URL('../../../docs/cli.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');
const robotsTxt = /```robots\n(.*?)```/s.exec(page)?.[1] ?? '';

/** The servers of the examples. */
async function fetchExample(url: string): Promise<Response> {
  const { hostname } = new URL(url);
  if (hostname === 'example.com') return new Response(robotsTxt);
  return new Response('', { status: hostname === 'missing.example' ? 404 : 503 });
}

/** Runs the command lines of a block and gives the block as it should be. */
async function rerun(block: string): Promise<string> {
  let lines = '';
  let code = 0;
  for (const line of block.split('\n').filter((text) => text.startsWith('$ '))) {
    lines += `${line}\n`;
    if (line === '$ echo $?') {
      lines += `${code}\n`;
      continue;
    }
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    const argv = words.slice(words.indexOf('repkit') + 1);
    const files = { 'robots.txt': robotsTxt };
    const io = fakeIo({ files, stdin: robotsTxt, fetch: fetchExample });
    code = await run(argv, io);
    lines += io.written.out + io.written.err;
  }
  return lines;
}

test('docs/cli.md shows what the command prints', async () => {
  let expected = page;
  for (const [, block = ''] of page.matchAll(/```console\n(.*?)```/gs)) {
    const lines = await rerun(block);
    expected = expected.replace(`\`\`\`console\n${block}`, () => `\`\`\`console\n${lines}`);
  }
  // UPDATE_DOCS=1 writes the page anew.
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, expected);
  else expect(page).toBe(expected);
});
