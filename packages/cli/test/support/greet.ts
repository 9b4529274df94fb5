import type { Command } from '../../src/options/command.js';

/** A command that exercises all features of help and completion. */
export const greet: Command = {
  name: 'greet',
  summary: 'Says hello. To whomever.',
  positionals: 'day|night NAME…',
  completes: { first: ['day', 'night'], files: true },
  options: [
    { name: 'loud', description: "In capitals, as if it weren't [late]." },
    { name: 'times', value: 'N', repeatable: true, description: 'How often: once without it.' },
    {
      name: 'tone',
      value: 'NAME',
      choices: ['kind', 'rude'],
      default: 'kind',
      description: 'Of the words.',
    },
    { name: 'to', value: 'FILE', choices: ['none'], description: 'Where it goes.' },
    { name: 'from', value: 'FILE', description: 'Where it is.' },
    { name: 'archive', value: 'PATH', description: 'Where it stays.' },
  ],
  examples: [
    { title: 'One greeting', command: 'repkit greet Ann' },
    { title: 'A loud one', command: "repkit greet --loud 'Ann Other'" },
  ],
  notes: [
    { title: 'Exit code', lines: ['0  always', '', 'Nothing else.'] },
    { title: 'Names', lines: ['.first and "last"'] },
  ],
  run: async () => 0,
};
