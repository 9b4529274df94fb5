/** `npm run bench`: prints the report. Ends with 0 whatever the bars say, with 1 where the bench itself breaks. */
import { run } from './run.js';

try {
  await run(process.argv.slice(2), (text) => process.stdout.write(`${text}\n`));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
