/** The examples of docs/cli.md are run, so that the page shows what the command prints. */
import { readFileSync, writeFileSync } from 'node:fs';
import { SqliteStore } from '@repkit/client/sqlite';
import { expect, test } from 'vitest';
import { run } from '../src/run.js';
import { usualStoreFile } from '../src/usual-store.js';
import { fakeIo } from './support/fake-io.js';
import { repositoryOf } from './support/repository.js';
import { visited } from './support/sites.js';
import { temporaryFolder } from './support/temporary.js';

const PAGE = new URL('../../../docs/cli.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');

/** The files of the examples: each block with a name behind its language; the first robots.txt has none. */
const files: Record<string, string> = {};
for (const [, language, name, text = ''] of page.matchAll(/```(\w+) ?(\S*)\n(.*?)```/gs)) {
  if (name !== '') files[`${name}`] = text;
  else if (language === 'robots') files['robots.txt'] ??= text;
}
const robotsTxt = files['robots.txt'] ?? '';

const NOON = Date.UTC(2026, 10, 21, 12);
const MOVED = {
  url: 'https://moved.example/robots.txt',
  status: 301,
  location: 'https://www.moved.example/robots.txt',
};

/** The sites of the examples, as runs before those of the page have left them in the store: when, and what they said. */
const SITES = [
  ['https://example.com', 9, { status: 200, body: robotsTxt }],
  ['https://moved.example', 9, { status: 200, body: robotsTxt, hops: [MOVED] }],
  ['https://missing.example', 11, { status: 404 }],
  ['https://busy.example', 11 + 59.5 / 60, { status: 503 }],
] as const;

/** A home with a store in which the sites are. */
async function homeWithStore(): Promise<string> {
  const home = temporaryFolder();
  const world = { platform: 'linux', env: {}, homeDirectory: () => home };
  const store = new SqliteStore({ path: usualStoreFile(world) });
  for (const [origin, hour, answer] of SITES) {
    await visited(origin, answer, { store, now: NOON + (hour - 12) * 3_600_000 });
  }
  await store.close();
  return home;
}

/** Runs the command lines of a block and gives the block as it should be. */
async function rerun(block: string, home: string, repository: string): Promise<string> {
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
    const piped = words[1] === 'cat' ? `${words[2]}` : '';
    const io = fakeIo({ files, stdin: files[piped] ?? '', home, now: () => NOON, repository });
    code = await run(argv, io);
    lines += io.written.out + io.written.err;
  }
  return lines;
}

test('docs/cli.md shows what the command prints', async () => {
  let expected = page;
  const home = await homeWithStore();
  const repository = repositoryOf(files['old.txt'] ?? '', robotsTxt);
  for (const [, block = ''] of page.matchAll(/```console\n(.*?)```/gs)) {
    const lines = await rerun(block, home, repository);
    expected = expected.replace(`\`\`\`console\n${block}`, () => `\`\`\`console\n${lines}`);
  }
  // UPDATE_DOCS=1 writes the page anew.
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, expected);
  else expect(page).toBe(expected);
});
