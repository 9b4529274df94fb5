import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('node:sqlite is loaded on first use, because Node 22 warns about it', () => {
  const source = new URL('../../src/store/sqlite-file.ts', import.meta.url);
  const script = `
    const { openDatabase } = await import('${source}');
    const isLoaded = () => process.moduleLoadList.includes('NativeModule sqlite');
    const before = isLoaded();
    openDatabase(':memory:');
    console.log(before, isLoaded());`;
  const resolving = new URL('../support/import-sources.ts', import.meta.url).href;
  const args = ['--import', resolving, '--input-type=module', '--eval', script];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe('false true\n');
});
