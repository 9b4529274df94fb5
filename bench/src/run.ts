/**
 * `npm run bench`: runs all measurements, and prints them and how they compare with the targets.
 * `--quick`: few, short rounds for a first impression. `--only PART`: only this part (repeatable).
 * `--corpus FOLDER`: also measures the robots.txt files of a folder, and `--google PROGRAM` Google's parser (google-corpus.cc).
 */
import { parseArgs } from 'node:util';
import { reportAudit } from './audit.ts';
import { reportClient } from './client.ts';
import { reportCorpus } from './corpus.ts';
import { reportFilter } from './filter.ts';
import { reportHostile } from './hostile.ts';
import { reportMemory } from './memory.ts';
import { type Part, printTable } from './part.ts';
import { reportOneShot, reportRepeated } from './speed.ts';
import { type Figures, targetTable } from './targets.ts';

const PARTS: Readonly<Record<string, Part>> = {
  'one-shot': reportOneShot,
  repeated: reportRepeated,
  corpus: reportCorpus,
  memory: reportMemory,
  hostile: reportHostile,
  client: reportClient,
  filter: reportFilter,
  audit: reportAudit,
};

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: Object.keys(PARTS) },
      corpus: { type: 'string' },
      google: { type: 'string' },
    },
  });
  const { quick, only, corpus, google } = values;
  const race = quick ? { rounds: 7, turnMs: 4, warmUpMs: 60 } : { rounds: 41, turnMs: 10, warmUpMs: 300 };
  process.stdout.write(`repkit and other libraries on Node ${process.versions.node}${quick ? ', quick run' : ''}\n\n`);
  let figures: Figures = {};
  for (const name of only) {
    const part = PARTS[name];
    if (part === undefined) throw new RangeError(`Unknown part "${name}". The parts are ${Object.keys(PARTS).join(', ')}.`);
    figures = { ...figures, ...(await part({ quick, race, corpus, google })) };
  }
  if (Object.keys(figures).length > 0) printTable(targetTable(figures));
}

try {
  await run();
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
