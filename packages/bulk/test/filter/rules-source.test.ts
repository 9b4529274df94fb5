import { writeFileSync } from 'node:fs';
import { RobotsClient } from '@repkit/client';
import { expect, onTestFinished, test } from 'vitest';
import { siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { InputError } from '../../src/bytes/input-error.js';
import { BlockFilter, type FilterRunner } from '../../src/filter/block-filter.js';
import { CrawlerRules } from '../../src/filter/rules.js';
import { type LiveRules, loadFrom, openFixed, openLive } from '../../src/filter/rules-source.js';
import { outcomeOf, TSV } from '../support/blocks.js';

const RULES = 'User-agent: *\nDisallow: /p\n';

const filter = new BlockFilter({ format: TSV, crawlers: ['*'] });

async function outcome(opening: FilterRunner | Promise<FilterRunner>, url: string) {
  const runner = await opening;
  const { bytes } = await runner.run(Buffer.from(`${url}\n`));
  await runner.close();
  return bytes.toString().split('\t')[2]?.trimEnd();
}

test('checks all URLs against one robots.txt', async () => {
  const rules = { kind: 'robots', bytes: Buffer.from(RULES), overrides: {} } as const;
  const source = openFixed(rules, filter, () => {});
  expect(await outcome(source, '/p')).toBe('disallowed');
});

test('checks hosts against an archive, with a default for missing hosts', async () => {
  const archive = temporaryFolder();
  writeFileSync(`${archive}/a.example`, RULES);
  const rules = {
    overrides: {},
    kind: 'archive',
    archive,
    missing: 'unreachable',
  } as const;
  const open = () => openFixed(rules, filter, () => {});
  expect(await outcome(open(), 'http://a.example/p')).toBe('disallowed');
  expect(await outcome(open(), 'http://b.example/p')).toBe('unreachable');
});

test('checks hosts against an archive in one file', async () => {
  const archive = `${temporaryFolder()}/archive`;
  writeFileSync(archive, `${JSON.stringify({ host: 'a.example', robotsTxt: RULES })}\n`);
  const rules = { overrides: {}, kind: 'archive', archive, missing: 'disallowed' } as const;
  const open = () => openFixed(rules, filter, () => {});
  expect(await outcome(open(), 'http://a.example/x')).toBe('allowed');
  expect(await outcome(open(), 'http://b.example/x')).toBe('disallowed');
});

test('an archive that does not exist is an error, not one without sites', async () => {
  const archive = `${temporaryFolder()}/archive`;
  const rules = { overrides: {}, kind: 'archive', archive, missing: 'allowed' } as const;
  const opening = openFixed(rules, filter, () => {});
  await expect(opening).rejects.toThrow(InputError);
  await expect(opening).rejects.toThrow('archive" cannot be read: no such file');
});

test.each([
  ['a folder', false],
  ['one file', true],
])('%s: warns once if the rules of the sites do not fit into memory', async (_, isFile) => {
  const hosts = ['a', 'b', 'c', 'd', 'e', 'f'];
  const robotsTxt = `${RULES}#${'x'.repeat(340_000)}\n`;
  let archive = temporaryFolder();
  if (isFile) {
    archive += '/archive';
    const lines = hosts.map((host) => `${JSON.stringify({ host, robotsTxt })}\n`);
    writeFileSync(archive, lines.join(''));
  } else {
    for (const host of hosts) writeFileSync(`${archive}/${host}`, robotsTxt);
  }
  const rules = { overrides: {}, kind: 'archive', archive, missing: 'unreachable' } as const;
  const warned: string[] = [];
  const runner = await openFixed(rules, filter, (message) => warned.push(message), 4 * 2 ** 20);
  for (const host of [...hosts, 'a', 'b']) {
    const { bytes } = await runner.run(Buffer.from(`http://${host}/p\n`));
    expect(Buffer.from(bytes).toString()).toBe(`http://${host}/p\t*\tdisallowed\n`);
  }
  await runner.close();
  expect(warned).toEqual([
    'The rules of more than 3 sites do not fit into 4 MiB, so files are read repeatedly. Sort the URLs by site, or raise ' +
      'the memory limit of Node (NODE_OPTIONS=--max-old-space-size).',
  ]);
});

function accessOf(own: RobotsClient): LiveRules['accessFor'] {
  return async (url, crawler) => (await own.access(url, { crawler })).access;
}

function client(): RobotsClient {
  const guard = { allowHosts: ['127.0.0.1'] };
  const opened = new RobotsClient({ userAgent: 'repkit-test/1.0', guard });
  onTestFinished(() => opened.close());
  return opened;
}

test('RFC 9309 2.3.1: fetches rules, no robots.txt, and unreachable sites', async () => {
  const own = client();
  const load = loadFrom(accessOf(own));
  const withRules = await siteWith(200, 'User-agent: a\nDisallow: /p\n');
  const without = await siteWith(404);
  const unreachable = await unusedOrigin();
  const loaded = async (url: string, index = 0) => {
    const { accessUnder } = await load(url, ['a', 'b']);
    return outcomeOf(new CrawlerRules(['a', 'b'], {}).of(accessUnder), url, index);
  };
  expect(await loaded(`${withRules.origin}/p`)).toBe('disallowed');
  expect(await loaded(`${withRules.origin}/p`, 1)).toBe('allowed');
  expect(withRules.log).toEqual(['/robots.txt']);
  expect(await loaded(`${without.origin}/p`)).toBe('allowed');
  expect(await loaded(`${unreachable}/p`)).toBe('unreachable');
  expect(await loaded(`${unreachable}/%72obots.txt`)).toBe('allowed');
  expect(await loaded(`${unreachable}/robots.txt?x`)).toBe('unreachable');
  expect(await loaded(`${unreachable}/a/robots.txt`)).toBe('unreachable');
  const live = openLive({ kind: 'live', accessFor: accessOf(own), overrides: {}, concurrency: 2 }, filter);
  expect(await outcome(live, `${withRules.origin}/p`)).toBe('allowed');
});

test.each(['/p', 'nothing', 'mailto:a@b.example', 'mailto:http://a.example/', 'http://'])(
  '%s does not belong to a site',
  async (url) => {
    const load = loadFrom(() => expect.unreachable('nothing to fetch'));
    await expect(load(url, ['*'])).rejects.toThrow(TypeError);
  },
);
