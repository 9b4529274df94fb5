import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/commands/registry.js';
import { isPath } from '../../src/options/arguments.js';
import { type Command, completesFiles, loadCommands } from '../../src/options/command.js';
import { commandHelp, overviewHelp } from '../support/help.js';

const all = await loadCommands(commands);
const docs = (page: string) =>
  readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8');

test('each command is listed under its name', () => {
  expect(all.map(({ name }) => name)).toEqual(Object.keys(commands));
});

/** Placeholders for file names. */
const NAMES_FILES = /ARCHIVE|FILE|LOG|ROBOTS\.TXT|OLD|NEW|URLS/;
/** Needs no quoting in any shell. */
const PLAIN_WORD = /^[a-z0-9][a-z0-9-]*$/;

/** Requirements of help, manual pages and completion. */
describe.each(all.map((command): [string, Command] => [command.name, command]))(
  '%s',
  (name, command) => {
    test('has a summary and two examples', () => {
      expect(name).toMatch(PLAIN_WORD);
      expect(command.summary).toMatch(/^[A-Z].*[.?]$/);
      const lines = Object.values(command.examples);
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) {
        expect(` ${line} `).toMatch(new RegExp(`[ (]repkit ${name}[ )]`));
      }
    });

    test('describes its options and values', () => {
      for (const [optionName, option] of Object.entries(command.options)) {
        const { value, choices, default: fallback, description } = option;
        expect(optionName).toMatch(PLAIN_WORD);
        expect(description).toMatch(/^\S.*\.$/s);
        // NAME is one of the choices; a path can have additional ones, and a CHANGE a suffix.
        if (value === 'NAME') expect(choices?.length).toBeGreaterThan(0);
        else expect(choices === undefined || isPath(option) || value === 'CHANGE').toBe(true);
        for (const choice of choices ?? []) expect(choice).toMatch(PLAIN_WORD);
        if (fallback !== undefined) expect(choices).toContain(fallback);
      }
    });

    test('defines completion of positionals', () => {
      const { positionals } = command;
      const names = positionals.map((positional) => positional.name).join(' ');
      expect(completesFiles(positionals)).toBe(NAMES_FILES.test(names));
      for (const word of positionals[0]?.choices ?? []) expect(word).toMatch(PLAIN_WORD);
    });

    test('documents its exit codes', () => {
      expect(['0', '0 1']).toContain(Object.keys(command.exitCodes).join(' '));
    });

    test.each([80, 120])('has help within %d columns', (columns) => {
      const wide = commandHelp(command, columns)
        .split('\n')
        .filter((line) => line.length > columns);
      expect(wide).toEqual([]);
    });

    test('has a docs page that lists every option', () => {
      expect(docs('cli.md')).toContain(`[\`repkit ${name}\`](commands/${name}.md)`);
      const page = docs(`commands/${name}.md`);
      // Shared options are described in docs/cli.md.
      const shared = page.includes('cli.md#shared-options') ? docs('cli.md') : '';
      const missing = Object.keys(command.options).filter(
        (option) => !(page + shared).includes(`--${option}`),
      );
      expect(missing).toEqual([]);
    });
  },
);

test('the overview fits 80 columns', () => {
  const wide = overviewHelp(all)
    .split('\n')
    .filter((line) => line.length > 80);
  expect(wide).toEqual([]);
});
