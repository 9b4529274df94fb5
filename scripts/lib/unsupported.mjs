/** Runs the packages in runtimes that they do not support. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './commands.mjs';
import { runOn } from './nodes.mjs';

const ENTRIES = ['@repkit/client', '@repkit/client/crawlee', '@repkit/client/page', '@repkit/bulk'];

/**
 * Returns what does not end with one sentence about the version that is needed.
 *
 * @param {string} folder where all packages are installed
 * @param {import('./nodes.mjs').Node} runtime
 */
export function problemsOfUnsupported(folder, runtime) {
  const command = join(folder, 'node_modules/repkit');
  const bin = join(command, readJson(join(command, 'package.json')).bin.repkit);
  const { status, stderr } = runOn(runtime, [bin, '--version']);
  const isOneSentence = /^repkit: Requires Node [\d.]+ or later; this is (Node|Bun) [\d.]+\.\n$/;
  const problems =
    status === 2 && isOneSentence.test(stderr) ? [] : [`the command: ${status}, ${stderr}`];
  for (const entry of ENTRIES) {
    const program = join(folder, 'unsupported.mjs');
    writeFileSync(program, `import ${JSON.stringify(entry)};\n`);
    const ended = runOn(runtime, [program]);
    const sentence = /error: @repkit\/client requires Node [\d.]+ or later; this is/i;
    if (ended.status === 0 || !sentence.test(ended.stderr)) {
      problems.push(`${entry}: ${ended.status}, ${ended.stderr}`);
    }
  }
  return problems;
}
