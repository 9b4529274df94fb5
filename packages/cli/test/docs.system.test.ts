/** Runs the examples in docs/cli.md and other pages, and compares their output. */
import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SqliteStore } from '@repkit/client/sqlite';
import { expect, test } from 'vitest';
import { jsonText } from '../../../test/support/json-text.js';
import { visited } from '../../../test/support/sites.js';
import { temporaryFolder } from '../../../test/support/temporary.js';
import { defaultStoreFile } from '../src/input/fetch-robots.js';
import { VERSION } from '../src/program/version.js';
import { run } from '../src/run.js';
import { fakeIo } from './support/fake-io.js';
import { repositoryOf } from './support/repository.js';

const DOCS = new URL('../../../docs/', import.meta.url);
const OVERVIEW = 'cli.md';
const PAGES = [
  '../README.md',
  OVERVIEW,
  'bulk.md',
  'cookbook.md',
  'index.md',
  ...globSync(['commands/*.md', '{.,ja,tr}/guides/*.md'], { cwd: DOCS }).sort(),
];

const textOf = (page: string) => readFileSync(new URL(page, DOCS), 'utf8').replaceAll('\r\n', '\n');

/** Returns the files of a page: blocks with a name after the language; the first robots block is robots.txt. */
function filesIn(page: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [, language, name = '', text = ''] of page.matchAll(/```(\w+) ?(\S*)\n(.*?)```/gs)) {
    if (name !== '') files[name] = text;
    else if (language === 'robots') files['robots.txt'] ??= text;
  }
  return files;
}

/** The files of docs/cli.md are available on every page. */
const sharedFiles = filesIn(textOf(OVERVIEW));
const robotsTxt = sharedFiles['robots.txt'] ?? '';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Sites that earlier runs left in the store: origin, hour of the fetch, and response. */
const SITES = [
  ['https://example.com', 9, { status: 200, body: robotsTxt }],
  ['https://missing.example', 11, { status: 404 }],
  ['https://busy.example', 11 + 59.5 / 60, { status: 503 }],
] as const;

/** Creates a home folder with a store that contains the sites. */
async function homeWithStore(): Promise<string> {
  const home = temporaryFolder();
  const world = { platform: 'linux', env: {}, homeDirectory: () => home };
  const store = new SqliteStore({ path: defaultStoreFile(world) });
  for (const [origin, hour, answer] of SITES) {
    const now = NOON + (hour - 12) * 3_600_000;
    await visited(origin, answer, { store, guard: true, userAgent: `repkit/${VERSION}`, now });
  }
  await store.close();
  return home;
}

interface Place {
  /** Commands add files for later ones. */
  readonly files: Record<string, string | Uint8Array>;
  readonly home: string;
  readonly repository: string;
}

/** Writes an archive to disk and returns its path; returns other words unchanged. */
function onDisk(word: string, text: string | Uint8Array | undefined, folder: string): string {
  if (text === undefined) return word;
  writeFileSync(`${folder}/${word}`, text);
  return `${folder}/${word}`;
}

/** Runs a command of another program, such as `grep` or `node`, and returns what it prints. */
function otherProgram(command: string, files: Place['files']): string {
  const folder = temporaryFolder();
  for (const word of command.split(' ')) onDisk(word, files[word], folder);
  const args = ['-c', command.replace(/^node /, '"$0" '), process.execPath];
  const { stdout } = spawnSync('sh', args, { cwd: folder, encoding: 'utf8' });
  for (const name of readdirSync(folder)) files[name] = readFileSync(`${folder}/${name}`);
  return stdout.replaceAll('\r\n', '\n');
}

/** Runs the command lines of a block and returns the expected block. */
async function rerun(block: string, place: Place): Promise<string> {
  const { home, repository } = place;
  // Later commands of the block read what earlier ones wrote.
  const files = { ...place.files };
  let lines = '';
  let code = 0;
  for (const line of block.split('\n').filter((text) => text.startsWith('$ '))) {
    lines += `${line}\n`;
    if (line === '$ echo $?') {
      lines += `${code}\n`;
      continue;
    }
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    if (!words.includes('repkit')) {
      lines += otherProgram(line.slice(2), files);
      continue;
    }
    const argv = words.slice(words.indexOf('repkit') + 1);
    const isSurvey = argv[0] === 'survey';
    if (isSurvey) argv.push(...argv.splice(1).map((word) => onDisk(word, files[word], home)));
    const piped = words[1] === 'cat' ? `${words[2]}` : '';
    const io = fakeIo({ files, stdin: files[piped] ?? '', home, now: () => NOON, repository });
    code = await run(argv, io);
    for (const [name, content] of io.files) files[name] = content;
    // Pages are normalized in the same way.
    const out = argv.includes('--json') ? `${jsonText(JSON.parse(io.written.out))}\n` : io.written.out;
    const printed = (out + io.written.err).replaceAll('\r\n', '\n');
    lines += isSurvey ? printed.replaceAll(`${home}/`, '') : printed;
  }
  // Later blocks read the files of the page as they are, and new ones.
  for (const [name, content] of Object.entries(files)) place.files[name] ??= content;
  return lines;
}

test.each(PAGES)('docs/%s shows what the commands print', async (page) => {
  const text = textOf(page);
  let expected = text;
  const place = {
    files: { ...sharedFiles, ...filesIn(text) },
    home: await homeWithStore(),
    repository: repositoryOf(sharedFiles['old.txt'] ?? '', robotsTxt),
  };
  for (const [, block = ''] of text.matchAll(/```console\n(.*?)```/gs)) {
    const lines = await rerun(block, place);
    expected = expected.replace(`\`\`\`console\n${block}`, () => `\`\`\`console\n${lines}`);
  }
  // Other tests read and update the same pages, so a page without changes is not written.
  if (process.env.UPDATE_DOCS && expected !== text) writeFileSync(new URL(page, DOCS), expected);
  else expect(text, '`UPDATE_DOCS=1 npm test -- cli/test/docs` updates it.').toBe(expected);
});
