/** `npm run load [-- --seconds 600]`: prints what came of it, and ends with 1 where an answer was wrong. */
import { parseArgs } from 'node:util';
import { runLoad } from './load.js';
import { loadLines } from './load-lines.js';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } });
const figures = await runLoad({
  seconds: Number(values.seconds),
  limitGoes: 12,
  limitSeconds: 5,
});
process.stdout.write(`${loadLines(figures).join('\n')}\n`);
process.exitCode = figures.wrong.size === 0 ? 0 : 1;
