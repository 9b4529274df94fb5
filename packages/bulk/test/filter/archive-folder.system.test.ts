import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { archiveFolder } from '../../src/filter/archive-folder.js';
import { RulesOfSites } from '../../src/filter/rules.js';
import { constantRules } from '../support/blocks.js';

test('a pipe is rejected without opening it', async () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [join(folder, 'a.example')]);
  const rules = new RulesOfSites(['a'], {});
  const load = archiveFolder({ folder, rules, missing: constantRules('unreachable') });
  await expect(load('http://a.example/')).rejects.toThrow('is a pipe, socket or device');
});
