import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { warcGz } from '../../../../test/support/warc.js';
import { openArchive } from '../../src/archive/open-archive.js';
import { SiteIndex } from '../../src/archive/site-index.js';
import { textOf } from '../support/archive-entries.js';

async function indexOf(bytes: string | Uint8Array): Promise<SiteIndex> {
  const path = `${temporaryFolder()}/archive`;
  writeFileSync(path, bytes);
  return SiteIndex.of(await openArchive(path));
}

test('returns the last entry of an origin', async () => {
  const index = await indexOf(
    warcGz([
      { url: 'http://a.example/robots.txt', body: 'old' },
      { url: 'https://a.example/robots.txt', body: 'tls' },
      { url: 'http://a.example/robots.txt', body: 'new' },
    ]),
  );
  expect(index.size).toBe(2);
  const bodyFor = async (url: string) => {
    const entry = await index.entryFor(url);
    return entry && textOf(entry);
  };
  expect(await bodyFor('http://A.example:80/x')).toBe('new');
  expect(await bodyFor('https://a.example/x')).toBe('tls');
  expect(await bodyFor('https://b.example/x')).toBe(undefined);
  await expect(index.entryFor('nothing')).rejects.toThrow(TypeError);
});

test('entries with a host apply to all schemes', async () => {
  const index = await indexOf('{"host":"a.example","robotsTxt":"x"}\n[]\n');
  expect(await index.entryFor('http://a.example/')).toEqual(
    await index.entryFor('https://a.example/'),
  );
  expect(index.report.faults).toHaveLength(1);
});
