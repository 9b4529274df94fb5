/** Each option is in the table of its command's page, or among the shared options. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from '../src/commands/registry.js';
import { loadCommands } from '../src/options/command.js';

function optionsIn(page: string): readonly string[] {
  const text = readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.flatMap((row) => [...row.matchAll(/`--([\w-]+)/g)].map(([, name = '']) => name));
}

const shared = optionsIn('cli');
const all = await loadCommands(commands);

test.each(all.map(({ name, options = {} }) => [name, Object.keys(options)] as const))('docs/commands/%s.md', (name, options) => {
  const documented = [...optionsIn(`commands/${name}`), ...shared];
  expect(options.filter((option) => !documented.includes(option))).toEqual([]);
});
