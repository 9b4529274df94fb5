import { InputError, isSystemError } from '@repkit/bulk';
import { type Arguments, oneOf } from '../options/arguments.js';
import { AGENT_OPTION } from '../options/checked-values.js';
import { type Command, exitCodes } from '../options/command.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { INTERPRETATION_OPTIONS } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';

const FETCH_OPTIONS_OF_WORK = FETCH_OPTIONS.filter(({ name }) => name !== 'store');

const COMMON_OPTIONS = ['redis', 'name'];

/** The options of each action in addition to the common ones. */
const ACTIONS = {
  submit: ['agent', 'job-urls', 'ahead', ...INTERPRETATION_OPTIONS.map(({ name }) => name)],
  work: [
    'output',
    'jobs',
    'concurrency',
    'lock',
    'store',
    ...FETCH_OPTIONS_OF_WORK.map(({ name }) => name),
  ],
  status: ['json', 'watch'],
  collect: ['output', 'format', 'reopen'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

export const fleet: Command = {
  name: 'fleet',
  summary: 'Check URLs of millions of hosts with many machines that share a Redis.',
  positionals: 'submit|work|status|collect [FILE…]',
  completes: { first: ACTION_NAMES, files: true },
  options: [
    {
      name: 'redis',
      value: 'URL',
      description: 'Redis or Valkey URL, such as redis://host:6379; rediss:// for TLS.',
    },
    {
      name: 'name',
      value: 'RUN',
      description: 'Name of the run: letters, digits, "-", "_" and ".".',
    },
    ...[AGENT_OPTION, ...INTERPRETATION_OPTIONS].map(of('submit')),
    {
      name: 'job-urls',
      value: 'N',
      description: 'submit: URLs per job and part (default: 5000).',
    },
    {
      name: 'ahead',
      value: 'N',
      description:
        'submit: Wait while more URLs than this are pending in Redis (default: 50 million, about 1 GB).',
    },
    {
      name: 'output',
      value: 'PATH',
      description: 'work: Folder for parts. collect: File for all rows.',
    },
    { name: 'jobs', value: 'N', description: 'work: Number of jobs at once (default: 4).' },
    {
      name: 'concurrency',
      value: 'N',
      description: 'work: Number of sites per job to fetch from at once, 1 to 1000 (default: 50).',
    },
    {
      name: 'lock',
      value: 'SECONDS',
      description:
        'work: Seconds without a sign of life after which a worker loses its jobs (default: 30).',
    },
    ...FETCH_OPTIONS_OF_WORK.map(of('work')),
    {
      name: 'store',
      value: 'NAME',
      choices: ['redis', 'none'],
      default: 'redis',
      description:
        'work: Cache location. robots.txt files take about 2 kB each; with none, a repeated job fetches them again.',
    },
    { name: 'json', description: 'status: Print one JSON object.' },
    { name: 'watch', description: 'status: Print every second until the run ends.' },
    {
      name: 'format',
      value: 'NAME',
      choices: ['tsv', 'ndjson'],
      default: 'tsv',
      description: 'collect: Row format. tsv rows are URL, token and verdict.',
    },
    { name: 'reopen', description: 'collect: Mark lost parts to be redone by the next submit.' },
  ],
  examples: [
    {
      title: 'Submit the URLs once, on one machine',
      command: 'repkit fleet submit --redis redis://db --name june --agent GPTBot urls.gz',
    },
    {
      title: 'Start one worker per core on each machine',
      command: 'repkit fleet work --redis redis://db --name june --output parts/',
    },
    {
      title: 'Watch the progress',
      command: 'repkit fleet status --redis redis://db --name june --watch',
    },
    {
      title: 'Collect the parts of all machines into one file, in input order',
      command: 'repkit fleet collect --redis redis://db --name june --output verdicts.tsv parts/',
    },
  ],
  notes: [
    {
      title: 'Recovery',
      lines: [
        'Workers and the submission can be killed at any time. Run submit again with the same input and',
        'options: nothing is lost or done twice. Redis can be restarted if it persists its data',
        '(appendonly yes). With appendfsync always nothing is lost; with everysec, status says whether',
        'to submit again.',
      ],
    },
    exitCodes([
      '0  submitted; run done; all lines collected',
      '1  run not done; jobs failed; lines missing',
    ]),
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
    throw new InputError(`No action given. Use one of ${ACTION_NAMES.join(', ')}.`);
  }
  const action = oneOf('fleet action', name, ACTION_NAMES);
  const accepted: readonly string[] = [...COMMON_OPTIONS, ...ACTIONS[action]];
  const unused = fleet.options.find(
    (option) => args.has(option.name) && !accepted.includes(option.name),
  );
  if (unused !== undefined) {
    throw new InputError(`--${unused.name} has no effect with fleet ${name}.`);
  }
  const actions = await loadActions();
  return await actions[action](args.withPositionals(positionals), io);
}

/** @repkit/fleet is an optional package: BullMQ is several times as large as everything else. */
async function loadActions(): Promise<typeof import('./fleet-actions.js')> {
  try {
    return await import('./fleet-actions.js');
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError(
      'fleet requires the package @repkit/fleet. Run npm install --global @repkit/fleet.',
    );
  }
}
