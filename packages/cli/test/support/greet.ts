import type { Command } from '../../src/options/command.js';

/** A command that exercises all features of help and completion. */
export const greet: Command = {
  name: 'greet',
  summary: 'Says hello. To whomever.',
  positionals: [
    { name: 'TIME', required: true, choices: ['day', 'night'] },
    { name: 'NAME', required: true, repeatable: true, files: true },
  ],
  options: {
    loud: { description: "In capitals, as if it weren't [late]." },
    times: { value: 'N', repeatable: true, description: 'How often: once without it.' },
    tone: {
      value: 'NAME',
      choices: ['kind', 'rude'],
      default: 'kind',
      description: 'Of the words.',
    },
    to: { value: 'FILE', choices: ['none'], description: 'Where it goes.' },
    from: { value: 'FILE', description: 'Where it is.' },
    archive: { value: 'PATH', description: 'Where it stays.' },
  },
  examples: {
    'One greeting': 'repkit greet Ann',
    'A loud one': "repkit greet --loud 'Ann Other'",
  },
  notes: { Manners: [{ 0: 'always' }, 'Nothing else.'], Names: '.first and "last"' },
  exitCodes: { 0: 'always' },
  run: async () => 0,
};
