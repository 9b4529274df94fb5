import { InputError, isSystemError } from '@repkit/bulk';
import { type Arguments, nearest } from '../options/arguments.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { INTERPRETATION_OPTIONS } from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';

const FETCHING = FETCH_OPTIONS.filter(({ name }) => name !== 'store');

const OF_ALL = ['redis', 'name'];

/** The options of each action, next to those of all. */
const ACTIONS = {
  submit: ['agent', 'job-urls', 'ahead', ...INTERPRETATION_OPTIONS.map(({ name }) => name)],
  work: ['output', 'jobs', 'concurrency', 'lock', 'store', ...FETCHING.map(({ name }) => name)],
  status: ['json', 'watch'],
  collect: ['output', 'format', 'reopen'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

export const fleet: Command = {
  name: 'fleet',
  summary: 'Verdicts for URLs of millions of hosts, fetched by many machines that share a Redis.',
  positionals: 'submit|work|status|collect [FILE…]',
  completes: { first: ['submit', 'work', 'status', 'collect'], files: true },
  options: [
    {
      name: 'redis',
      value: 'URL',
      description: 'Of Redis or Valkey, as redis://host:6379; rediss:// for TLS.',
    },
    { name: 'name', value: 'RUN', description: 'Of the run: letters, digits, "-", "_" and ".".' },
    {
      name: 'agent',
      value: 'TOKEN',
      repeatable: true,
      description:
        'submit: a product token, such as GPTBot; repeat it for several: "*" without it.',
    },
    ...INTERPRETATION_OPTIONS.map(of('submit')),
    {
      name: 'job-urls',
      value: 'N',
      description: 'submit: URLs of a job and its part: 5000 without it.',
    },
    {
      name: 'ahead',
      value: 'N',
      description:
        'submit: waits while more URLs than that are in Redis and not done: 50 million ' +
        'without it, which is about a GB.',
    },
    {
      name: 'output',
      value: 'PATH',
      description: 'work: the folder for its parts. collect: the file for all rows.',
    },
    { name: 'jobs', value: 'N', description: 'work: jobs at once: 4 without it.' },
    {
      name: 'concurrency',
      value: 'N',
      description: 'work: sites that are asked at once by each job, from 1 to 1000: 50 without it.',
    },
    {
      name: 'lock',
      value: 'SECONDS',
      description: 'work: a worker that is silent for so long has lost its jobs: 30 without it.',
    },
    ...FETCHING.map(of('work')),
    {
      name: 'store',
      value: 'NAME',
      choices: ['redis', 'none'],
      default: 'redis',
      description:
        'work: where robots.txt files are kept, about 2 kB each; with none a job that is done ' +
        'again asks its sites again.',
    },
    { name: 'json', description: 'status: as one object.' },
    { name: 'watch', description: 'status: again each second, until the run has come to its end.' },
    {
      name: 'format',
      value: 'NAME',
      choices: ['tsv', 'ndjson'],
      default: 'tsv',
      description: 'collect: the form of the rows: in tsv URL, token and verdict.',
    },
    {
      name: 'reopen',
      description: 'collect: has parts that are lost done again, after another submit.',
    },
  ],
  examples: [
    {
      says: 'On one machine: the URLs, once',
      command: 'repkit fleet submit --redis redis://db --name june --agent GPTBot urls.gz',
    },
    {
      says: 'On each machine, as often as it has cores',
      command: 'repkit fleet work --redis redis://db --name june --output parts/',
    },
    {
      says: 'How far has it come?',
      command: 'repkit fleet status --redis redis://db --name june --watch',
    },
    {
      says: 'The parts of all machines in one file, in the order of the input',
      command: 'repkit fleet collect --redis redis://db --name june --output verdicts.tsv parts/',
    },
  ],
  notes: [
    {
      title: 'What may fail',
      lines: [
        'Any worker and the submission may be killed at any time. Run submit again with the same',
        'input and options: nothing is lost or done twice. Redis may be started anew, where it keeps',
        'what it knows with appendonly yes; with appendfsync always nothing of it is ever lost, and',
        'with everysec status says whether to submit again.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  submitted; the run is done; all lines are collected',
        '1  the run is not done; jobs have failed; lines are missing',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runFleet,
};

function of(action: string) {
  return <Spec extends { readonly description: string }>(spec: Spec): Spec => ({
    ...spec,
    description: `${action}: ${spec.description}`,
  });
}

async function runFleet(args: Arguments, io: Io): Promise<ExitCode> {
  const [name, ...positionals] = args.positionals;
  if (name === undefined) {
    throw new InputError(
      `what is to be done? Write one of ${ACTION_NAMES.join(', ')} behind fleet.`,
    );
  }
  const action = ACTION_NAMES.find((known) => known === name);
  if (action === undefined) {
    const meant = nearest(name, ACTION_NAMES);
    throw new InputError(
      `there is no fleet ${name}: ` +
        (meant === undefined
          ? `choose one of ${ACTION_NAMES.join(', ')}.`
          : `was "${meant}" meant?`),
    );
  }
  const taken: readonly string[] = [...OF_ALL, ...ACTIONS[action]];
  const idle = fleet.options.find(
    (option) => args.has(option.name) && !taken.includes(option.name),
  );
  if (idle !== undefined) {
    throw new InputError(`--${idle.name} means nothing to fleet ${name}: leave it out.`);
  }
  const actions = await loadActions();
  return await actions[action](args.withPositionals(positionals), io);
}

/** BullMQ and what it brings are several times as large as the rest, so few installations have them. */
async function loadActions(): Promise<typeof import('./fleet-actions.js')> {
  try {
    return await import('./fleet-actions.js');
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError(
      'fleet needs the package @repkit/fleet: install it with npm install --global @repkit/fleet.',
    );
  }
}
