import { describe, expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';
import { repositoryOf } from '../support/repository.js';

const GOOD = 'User-agent: *\nDisallow: /private/\n';
const WARNED = 'User-agent: *\nDisallow: /a\nDisallow: /a\n';
const WRONG = 'User-agent: *\nDisallow: a\n';

const files = { 'good.txt': GOOD, 'warned.txt': WARNED, 'wrong.txt': WRONG };

async function repkitLint(argv: string, world: World = {}) {
  const io = fakeIo({ files, ...world });
  const code = await run(['lint', ...argv.split(' ').filter((word) => word !== '')], io);
  return { code, ...io.written, files: io.files };
}

describe('sources', () => {
  test('a file in git', async () => {
    const repository = repositoryOf(WRONG, GOOD);
    const { code, out } = await repkitLint('HEAD~1:robots.txt', { repository });
    expect(code).toBe(1);
    expect(out).toContain('HEAD~1:robots.txt:2:11: error: ');
  });
});

describe('--fix', () => {
  test('other sources are rejected', async () => {
    const repository = repositoryOf(WARNED);
    const result = await repkitLint('--fix warned.txt HEAD:robots.txt', { repository });
    expect(result).toMatchObject({
      code: 2,
      out: '',
      err: 'repkit lint: --fix requires files; "HEAD:robots.txt" is not a file.\n',
    });
    expect(result.files.get('warned.txt')).toBe(WARNED);
  });
});
