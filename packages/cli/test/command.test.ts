import { expect, test } from 'vitest';
import { commands } from '../src/command.js';

test.each(Object.entries(commands))(
  '%s is listed under its own name and explains itself',
  async (name, load) => {
    const command = await load();
    expect(command.name).toBe(name);
    expect(command.summary).not.toContain('\n');
    expect(command.examples.length).toBeGreaterThan(1);
    for (const example of command.examples) expect(example.command).toContain(`repkit ${name} `);
    for (const option of command.options) expect(option.description).toMatch(/\.$/);
  },
);
