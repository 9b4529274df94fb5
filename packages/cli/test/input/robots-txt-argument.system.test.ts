import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { fakeIo } from '../support/fake-io.js';
import { body, mistake, read } from '../support/read-argument.js';
import { repositoryOf } from '../support/repository.js';

describe('compressed sources', () => {
  test.each([
    ['gzip', gzipSync(body)],
    ['zstd', zstdCompressSync(body)],
  ])('%s is decompressed from every source', async (_, bytes) => {
    const io = fakeIo({
      files: { a: bytes },
      stdin: bytes,
      repository: repositoryOf(bytes),
    });
    const found = await read(['a', '-', 'HEAD:robots.txt'], io);
    expect(found.map(({ text, allowed }) => [text, allowed])).toEqual(Array(3).fill([body, false]));
  });

  test('other compression formats are rejected', async () => {
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]);
    const why = 'is compressed with zip, which is not supported. Decompress it, or use gzip or zstd.';
    const io = fakeIo({ files: { a: zip }, stdin: zip, repository: repositoryOf(zip) });
    expect(await mistake(['a'], io)).toBe(`"a" ${why}`);
    expect(await mistake(['-'], io)).toBe(`"standard input" ${why}`);
    expect(await mistake(['HEAD:robots.txt'], io)).toBe(`"HEAD:robots.txt" ${why}`);
  });
});

describe('git', () => {
  test('a revision and a staged file', async () => {
    const io = fakeIo({ repository: repositoryOf(body, '# now\n') });
    const found = await read(['HEAD~1:robots.txt', 'HEAD:./robots.txt', ':robots.txt'], io);
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      ['revision', body],
      ['revision', '# now\n'],
      ['revision', '# now\n'],
    ]);
  });

  test('an unknown revision', async () => {
    const io = fakeIo({ repository: repositoryOf(body) });
    expect(await mistake(['HEAD~7:robots.txt'], io)).toMatch(
      /^"HEAD~7:robots\.txt" was not found in git \(.+\)\. Check the revision and path\. URLs begin with https:\/\/; for a file of that name, write \.\/HEAD~7:robots\.txt\.$/,
    );
  });

  test('outside of a repository', async () => {
    const io = fakeIo({ repository: temporaryFolder() });
    expect(await mistake(['HEAD:robots.txt'], io)).toBe(
      '"HEAD:robots.txt" names a file in git, but there is no git repository here. Run the command in a repository. ' +
        'URLs begin with https://; for a file with a colon in its name, write ./ before it.',
    );
  });
});
