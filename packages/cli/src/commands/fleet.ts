import type { Arguments } from '../arguments.js';
import type { Command } from '../command.js';
import { CommandError } from '../command-error.js';
import { FETCH_OPTIONS } from '../fetch-options.js';
import type { ExitCode, Io } from '../io.js';
import { nearest } from '../nearest.js';
import { READING_OPTIONS } from '../reading.js';

/** What is done, by name: the options of each, beside those of all, and its code, loaded when it is asked for. */
interface Deed {
  readonly options: readonly string[];
  load(): Promise<(args: Arguments, io: Io) => Promise<ExitCode>>;
}

const FETCHING = FETCH_OPTIONS.filter(({ name }) => name !== 'store');

const OF_ALL = ['redis', 'name'];

const DEEDS: Readonly<Record<string, Deed>> = {
  submit: {
    options: ['agent', 'job-urls', 'ahead', ...READING_OPTIONS.map(({ name }) => name)],
    load: async () => (await import('../fleet/submit.js')).submit,
  },
  work: {
    options: [
      'output',
      'jobs',
      'concurrency',
      'lock',
      'store',
      ...FETCHING.map(({ name }) => name),
    ],
    load: async () => (await import('../fleet/work.js')).work,
  },
  status: {
    options: ['json', 'watch'],
    load: async () => (await import('../fleet/status.js')).status,
  },
  collect: {
    options: ['output', 'format', 'reopen'],
    load: async () => (await import('../fleet/collect.js')).collect,
  },
};

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
    ...READING_OPTIONS.map(of('submit')),
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

function of(deed: string) {
  return <Spec extends { readonly description: string }>(spec: Spec): Spec => ({
    ...spec,
    description: `${deed}: ${spec.description}`,
  });
}

async function runFleet(args: Arguments, io: Io): Promise<ExitCode> {
  const [name, ...positionals] = args.positionals;
  const names = Object.keys(DEEDS);
  if (name === undefined) {
    throw new CommandError(`what is to be done? Write one of ${names.join(', ')} behind fleet.`);
  }
  const deed = Object.hasOwn(DEEDS, name) ? DEEDS[name] : undefined;
  if (deed === undefined) {
    const meant = nearest(name, names);
    throw new CommandError(
      `there is no fleet ${name}: ` +
        (meant === undefined ? `choose one of ${names.join(', ')}.` : `was "${meant}" meant?`),
    );
  }
  const idle = fleet.options.find(
    (option) => args.has(option.name) && ![...OF_ALL, ...deed.options].includes(option.name),
  );
  if (idle !== undefined) {
    throw new CommandError(`--${idle.name} means nothing to fleet ${name}: leave it out.`);
  }
  const run = await deed.load();
  return await run(args.withPositionals(positionals), io);
}
