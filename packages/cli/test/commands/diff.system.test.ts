import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHANGES, NEW, OLD, repkitDiff } from '../support/diff-run.js';
import { repositoryOf } from '../support/repository.js';

test('revisions, a file and standard input', async () => {
  const repository = repositoryOf(OLD, NEW);
  expect(await repkitDiff('HEAD~1:robots.txt HEAD:robots.txt', { repository })).toEqual({
    code: 0,
    out: CHANGES,
    err: '',
  });
  writeFileSync(join(repository, 'robots.txt'), '# not committed\n');
  const world = { repository, stdin: NEW };
  expect((await repkitDiff('HEAD:robots.txt -', world)).out).toContain('equivalent');
});
