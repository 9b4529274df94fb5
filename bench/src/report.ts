/** `npm run bench`: prints the report. Exits with 1 only if the benchmark itself fails, not for missed targets. */
import { run } from './run.js';

try {
  await run(process.argv.slice(2), (text) => process.stdout.write(`${text}\n`));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
