import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/commands/registry.js';
import { isPath } from '../../src/options/arguments.js';
import { type Command, completesFiles, loadCommands, usageOf } from '../../src/options/command.js';
import { firstSentence } from '../../src/render/prose.js';
import { exitCodeTable, withDescriptions, withSummaries } from '../support/command-page.js';
import { commandHelp, overviewHelp } from '../support/help.js';

const all = await loadCommands(commands);
const DOCS = new URL('../../../../docs/', import.meta.url);
/** For failures. */
const UPDATE = '`UPDATE_DOCS=1 npm test -- program/command` updates it.';
const docs = (page: string) => readFileSync(new URL(page, DOCS), 'utf8');

test('each command is listed under its name', () => {
  expect(all.map(({ name }) => name)).toEqual(Object.keys(commands));
});

/** Returns the options with a row. */
function optionsIn(page: string): readonly string[] {
  return [...page.matchAll(/^\| `--([a-z0-9-]+)/gm)].map(([, option = '']) => option);
}

/** Placeholders for file names. */
const NAMES_FILES = /ARCHIVE|FILE|LOG|ROBOTS\.TXT|OLD|NEW|URLS/;
/** Needs no quoting in any shell. */
const PLAIN_WORD = /^[a-z0-9][a-z0-9-]*$/;

/** Requirements of help, manual pages and completion. */
describe.each(all.map((command): [string, Command] => [command.name, command]))('%s', (name, command) => {
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
      // The choices follow the first sentence and a colon.
      if (choices !== undefined && !isPath(option)) {
        expect(firstSentence(description).replaceAll(/\(.*?\)/g, '')).not.toMatch(/[:;]/);
      }
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
    expect(['0', '0 1', '0 2', '0 1 2']).toContain(Object.keys(command.exitCodes).join(' '));
  });

  test.each([80, 120])('has help within %d columns', (columns) => {
    const wide = commandHelp(command, columns)
      .split('\n')
      .filter((line) => line.length > columns);
    expect(wide).toEqual([]);
  });

  test('has a docs page with its usage, options and exit codes', () => {
    const path = `commands/${name}.md`;
    const block = `\n\`\`\`\nrepkit ${name} [options] ${usageOf(command)}`.trimEnd();
    const codes = exitCodeTable(command);
    if (process.env.UPDATE_DOCS !== undefined) {
      const text = docs(path)
        .replace(/\n```\nrepkit .*(?=\n```\n)/, () => block)
        .replace(/\n\| code \| meaning \|\n(?:\|.*\n)+/, () => codes);
      writeFileSync(new URL(path, DOCS), withDescriptions(text, command));
    }
    const page = docs(path);
    expect(page, UPDATE).toContain(codes);
    expect(page, UPDATE).toBe(withDescriptions(page, command));
    expect(docs('cli.md')).toContain(`[\`repkit ${name}\`](${path})`);
    expect(page, UPDATE).toContain(`${block}\n\`\`\`\n`);
    const listed = optionsIn(page);
    expect(listed.filter((option) => !Object.hasOwn(command.options, option))).toEqual([]);
    // Shared options are described in docs/cli.md.
    const shared = page.includes('cli.md#shared-options') ? optionsIn(docs('cli.md')) : [];
    const missing = Object.keys(command.options).filter((option) => ![...listed, ...shared].includes(option));
    expect(missing).toEqual([]);
  });
});

test('docs/cli.md has the summaries of the commands, and the descriptions of the shared options', async () => {
  const { check } = await import('../../src/commands/check.js');
  const page = docs('cli.md');
  const current = withDescriptions(withSummaries(page, all), check, 'commands/');
  if (process.env.UPDATE_DOCS !== undefined) writeFileSync(new URL('cli.md', DOCS), current);
  else expect(page, UPDATE).toBe(current);
});

test('the overview fits 80 columns', () => {
  const wide = overviewHelp(all)
    .split('\n')
    .filter((line) => line.length > 80);
  expect(wide).toEqual([]);
});
