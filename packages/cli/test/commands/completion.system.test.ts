import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { commands } from '../../src/commands/registry.js';
import { bashCompletion } from '../../src/render/completion-bash.js';
import { fishCompletion } from '../../src/render/completion-fish.js';
import { zshCompletion } from '../../src/render/completion-zsh.js';
import { greet } from '../support/greet.js';
import { completions, type Shell, scriptFor } from '../support/shells.js';

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

const MADE = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

for (const shell of SHELLS) describeWith([shell], `in ${shell}`, () => completesIn(shell));

function completesIn(shell: Shell): void {
  let folder = '';
  let script = '';

  beforeEach(async () => {
    script = await scriptFor(shell);
    folder = temporaryFolder();
    writeFileSync(join(folder, 'robots.txt'), '');
    writeFileSync(join(folder, 'rows with blanks.tsv'), '');
    mkdirSync(join(folder, 'rules'));
  });

  test.each([
    ['repkit ch', ['check']],
    ['repkit f', ['filter', 'fmt']],
    ['repkit check --po', ['--policy']],
    ['repkit check --policy ', ['amazon', 'google', 'google-2026', 'koster1996', 'rfc9309', 'yandex']],
    ['repkit lint --format s', ['sarif']],
    ['repkit filter --quiet --format n', ['ndjson']],
    ['repkit check --robots robo', ['robots.txt']],
    ['repkit filter row', ['rows with blanks.tsv']],
    ['repkit filter --archive ru', ['rules']],
    ['repkit check --store n', ['none']],
    ['repkit help sur', ['survey']],
    ['repkit completion z', ['zsh']],
    ['repkit completion p', ['powershell']],
    ['repkit check --agent r', []],
    ['repkit check r', []],
    ['repkit lint robots.txt rob', ['robots.txt']],
  ])('%s', (line, expected) => {
    const found = completions(shell, script, line, folder);
    expect(found.map((word) => word.replace(/\/$|=$/, ''))).toEqual(expected);
  });

  test('--option=value', () => {
    const found = completions(shell, script, 'repkit lint --format=j', folder);
    expect(found.map((word) => word.replace('--format=', ''))).toEqual(['json']);
  });

  test.each([
    ['repkit greet d', ['day']],
    ['repkit greet rob', []],
    ['repkit greet day rob', ['robots.txt']],
  ])('words instead of files: %s', (line, expected) => {
    const found = completions(shell, MADE[shell]([greet]), line, folder);
    expect(found.map((word) => word.trim())).toEqual(expected);
  });

  test('every command, and every option of one', async () => {
    expect(completions(shell, script, 'repkit ', folder)).toEqual(expect.arrayContaining(Object.keys(commands)));
    const filter = await commands.filter?.();
    const names = Object.keys(filter?.options ?? {}).map((name) => `--${name}`);
    const found = completions(shell, script, 'repkit filter --', folder);
    expect(names.length).toBeGreaterThan(10);
    expect(found.map((word) => word.replace(/=$/, ''))).toEqual(expect.arrayContaining([...names, '--help']));
  });
}
