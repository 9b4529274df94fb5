/**
 * `npm run load [-- --seconds 600] [--hostile-seconds 20]`: prints the results. Exits with 1 if a response was wrong or
 * a hostile request missed its target. 0 seconds skip a part.
 */
import { parseArgs } from 'node:util';
import { runSurroundings } from './hostile-surroundings.js';
import { runLoad } from './load.js';
import { hostileLines, missesTarget, runHostile } from './load-hostile.js';
import { loadLines } from './load-lines.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    'hostile-seconds': { type: 'string', default: '20' },
  },
});
const print = (lines: readonly string[]): void =>
  void process.stdout.write(`${lines.join('\n')}\n`);
let failed = false;
const hostileSeconds = Number(values['hostile-seconds']);
if (hostileSeconds > 0) {
  const hostile = [
    ...(await runHostile(hostileSeconds)),
    ...(await runSurroundings(hostileSeconds)),
  ];
  print(hostileLines(hostile));
  failed ||= hostile.some(missesTarget);
}
const seconds = Number(values.seconds);
if (seconds > 0) {
  const figures = await runLoad({ seconds, limitRounds: 12, limitSeconds: 5 });
  print(loadLines(figures));
  failed ||= figures.wrong.size > 0;
}
process.exitCode = failed ? 1 : 0;
