import { InputError } from '@repkit/bulk';
import { parseRobotsTxt } from '@repkit/core';
import { InitOptionsError, type InitRefused, type InitRequest, type InitResult, initRobotsTxt } from '@repkit/core/analysis';
import { type CrawlerPurpose, crawlerProfile, currentNames, purposeNames, purposesFor } from '@repkit/core/crawlers';
import { writeRobotsTxt } from '../input/rewrite.js';
import { kindOf, type RobotsTxtArgument, readRobotsTxtArguments } from '../input/robots-txt-argument.js';
import { type Arguments, choiceOption, oneOf } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { FETCH_OPTIONS, refuseFetchOptions } from '../options/fetch-options.js';
import { choiceSpec, formatOption, JSON_OPTION } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { fileText, painterFor, visible } from '../program/terminal.js';
import { FRAMEWORKS, frameworkCode } from '../render/framework-code.js';
import { initJson, initText, mixedText } from '../render/init-report.js';
import { jsonText } from '../render/json.js';

const FORMATS = ['text', 'next', 'nuxt'] as const;
const encoder = new TextEncoder();
/** The options that the block states, which an update takes from it. */
const STATED = ['block', 'keep', 'including', 'except', 'sitemap', 'signals', 'training-signal'];

export const init: Command = {
  name: 'init',
  summary: 'Block crawlers by purpose in a robots.txt, and prove that no other crawler is affected.',
  positionals: [{ name: 'FILE', files: true }],
  options: {
    block: {
      value: 'PURPOSES',
      repeatable: true,
      description: `Purposes to block, separated by commas: ${purposeNames.join(', ')}. Repeatable.`,
    },
    keep: {
      value: 'PURPOSES',
      repeatable: true,
      requires: ['block'],
      description: 'Purposes whose crawlers stay as they are. Crawlers that also serve a purpose to block are mixed. Repeatable.',
    },
    including: {
      value: 'NAME',
      choices: ['mixed'],
      requires: ['block'],
      description: 'Crawlers to block although they also serve another purpose.',
    },
    except: {
      value: 'CRAWLERS',
      repeatable: true,
      requires: ['block'],
      description: 'Known crawlers to leave as they are, separated by commas. Repeatable.',
    },
    sitemap: {
      value: 'URL',
      requires: ['block'],
      description: 'Sitemap to add if the file does not list it.',
    },
    signals: {
      requires: ['block'],
      description: 'Also state what is blocked and kept in Content-Signal and Content-Usage lines, for all other crawlers.',
    },
    'training-signal': {
      requires: ['block'],
      description: 'Add the group of the training preference signal, a draft standard.',
    },
    update: {
      excludes: STATED,
      description: 'Refresh the block of an earlier run with its options.',
    },
    'dry-run': {
      description: 'Print the new file instead of writing it.',
    },
    format: choiceSpec(FORMATS, 'Output format. text is the file itself; the others print code for Next.js or Nuxt.'),
    json: {
      ...JSON_OPTION,
      excludes: ['format'],
      description: 'Print one JSON document instead of the report. It contains the new file.',
    },
    ...FETCH_OPTIONS,
  },
  examples: {
    'Block AI training, but keep search and AI search':
      'repkit init --block ai-training --keep search,ai-search --including mixed --except bingbot robots.txt',
    'Show the new file without writing it': 'repkit init --block archive --dry-run robots.txt',
    'Refresh the block with the crawlers known today': 'repkit init --update robots.txt',
    'Start from the file that a site serves': 'repkit init --block archive https://example.com > robots.txt',
    'Write app/robots.ts for Next.js with the rules that the site has':
      'repkit init --block archive --format next https://example.com > app/robots.ts',
  },
  notes: {
    Output:
      'Without FILE, or if FILE is standard input (-), a site or a file in git, the new file is printed ' +
      'and the report goes to standard error. The report lists the crawlers that change, what each loses ' +
      'according to its operator, and the proof that every other crawler keeps its rules.',
    Block:
      'The rules are one group between two comments. Another run replaces them, so name all purposes to block. ' +
      'Blocked crawlers are removed from other groups. ' +
      'A crawler that would otherwise follow the group of a blocked one gets its own group with its current rules.',
    'Mixed crawlers':
      'Some crawlers serve a purpose to block and one to keep, or search and training under one name. They ' +
      'are listed, and nothing is written until --including mixed or --except decides about them.',
    'Code for frameworks': 'Lines that a framework cannot express are listed on standard error.',
  },
  exitCodes: {
    0: 'done',
    2: 'nothing was written: a mixed crawler needs a decision, the edit is refused or cannot be proved, or options or input are invalid',
  },
  run: runInit,
};

async function runInit(args: Arguments, io: Io): Promise<ExitCode> {
  const request = requestOf(args);
  const format = formatOption(args, FORMATS);
  const file = await readTarget(args, io);
  const result = resultOf(file.body, request);
  if (result.kind === 'refused') {
    if (!args.has('json')) throw refusal(result, io);
    io.stdout.write(jsonText(initJson(result, false)));
    return 2;
  }
  const isTarget = file.kind === 'file' && !args.has('dry-run') && format === 'text';
  const isWritten = isTarget && writeRobotsTxt(file, encoder.encode(result.text), io);
  if (args.has('json')) {
    io.stdout.write(jsonText(initJson(result, isWritten)));
    return 0;
  }
  const output = isTarget ? io.stdout : io.stderr;
  output.write(initText(result, file.robotsTxt, painterFor(output, io.env)));
  if (isTarget) {
    output.write(`\n${visible(file.name)} ${isWritten ? 'was written' : 'is up to date'}.\n`);
  } else if (format === 'text') {
    io.stdout.write(fileText(result.text, io.stdout));
  } else {
    const framework = FRAMEWORKS[format];
    const { code, omitted } = frameworkCode(framework, parseRobotsTxt(result.text));
    io.stdout.write(code);
    for (const text of omitted) io.report(`${framework.title} cannot express ${visible(text)}.`);
  }
  return 0;
}

function requestOf(args: Arguments): InitRequest {
  if (args.has('update')) return { update: true };
  if (!args.has('block')) {
    throw new InputError('--block is missing. Name the purposes to block, such as ai-training, or use --update.');
  }
  return {
    block: purposesOf(args, 'block'),
    keep: purposesOf(args, 'keep'),
    except: args.list('except'),
    includingMixed: choiceOption(args, 'including', ['mixed']) !== undefined,
    sitemap: args.value('sitemap'),
    signals: args.has('signals'),
    trainingSignal: args.has('training-signal'),
  };
}

function purposesOf(args: Arguments, option: 'block' | 'keep'): CrawlerPurpose[] {
  const named = args.list(option).flatMap((name) => {
    const purposes = purposesFor(name);
    if (purposes.length > 0) return purposes;
    if (crawlerProfile(name) !== undefined || currentNames(name).length > 0) throw crawlerAsPurpose(name, option);
    return purposesFor(oneOf(`purpose for --${option}:`, name, purposeNames));
  });
  return [...new Set(named)];
}

function crawlerAsPurpose(name: string, option: 'block' | 'keep'): InputError {
  const advice = {
    block: 'To block one crawler, write a group for it.',
    keep: `To leave it as it is, use --except ${name}.`,
  };
  return new InputError(`"${name}" is a crawler, and --${option} takes purposes. ${advice[option]}`);
}

/** Reads the file to extend. Without --update, a file that does not exist is empty, and so is the input without FILE. */
async function readTarget(args: Arguments, io: Io): Promise<RobotsTxtArgument> {
  const [name] = args.positionals;
  const isUpdate = args.has('update');
  if (isUpdate && name === undefined) throw new InputError('--update requires FILE, the robots.txt with the block.');
  if (name === undefined || (!isUpdate && kindOf(name, io) === 'file' && io.fileSize(name) === undefined)) {
    refuseFetchOptions(args, 'without a site');
    const kind = name === undefined ? 'stdin' : 'file';
    const body = new Uint8Array();
    return { name: name ?? '-', kind, body, isCompressed: false, robotsTxt: parseRobotsTxt(body) };
  }
  const [file] = await readRobotsTxtArguments([name], args, io);
  if (file.kind === 'site' && file.robotsTxt.truncated) {
    throw new InputError(`"${file.name}" exceeds 500 KiB, and the rest was not read. Save the file, and shorten it first.`);
  }
  if (file.isCompressed && file.kind === 'file') {
    throw new InputError(`"${name}" is compressed and was not rewritten. Decompress it first.`);
  }
  return file;
}

/** Throws an InputError for options that contradict each other or have an invalid value. */
function resultOf(body: Uint8Array, request: InitRequest): InitResult {
  try {
    return initRobotsTxt(body, request);
  } catch (error) {
    if (error instanceof InitOptionsError) throw new InputError(error.message);
    throw error;
  }
}

/** Lists mixed crawlers and returns the error that ends the command. */
function refusal({ message, mixed }: InitRefused, io: Io): InputError {
  if (mixed.length === 0) return new InputError(`Nothing was written. ${message}`);
  io.stderr.write(mixedText(mixed, painterFor(io.stderr, io.env)));
  const names = mixed.map(({ name }) => name);
  const choices = [
    '--including mixed',
    `--except ${names.join()}`,
    ...(names.length === 1 ? [] : [`--including mixed --except ${names[0]}`]),
  ];
  const last = choices.pop();
  return new InputError(`Nothing was written. ${message} Add ${choices.join(', ')}, or ${last}.`);
}
