/** Libraries that the adapters of the conformance suite run, each in its own process. */
import { fileURLToPath } from 'node:url';
import { lineProgram } from '@repkit/conformance/runner/programs.mjs';
import type { Case } from '@repkit/conformance/runner/suite.mjs';
import { TOKEN } from './inputs.ts';

/**
 * Starts an adapter, which parses the file of each case and checks its URL.
 *
 * @param file of the adapter, such as `robots-parser.mjs`
 * @param timeoutMs for each case
 */
export function openAdapter(file: string, timeoutMs: number, command = process.execPath) {
  const path = fileURLToPath(import.meta.resolve(`@repkit/conformance/adapters/${file}`));
  return lineProgram([command, path], { timeoutMs, maxMemoryMiB: 1024 });
}

/** Returns a case that belongs to no suite. */
export function caseOf(id: string, body: string, url: string): Case {
  return { id, dialect: 'rfc9309', body, token: TOKEN, url, clause: '', source: '', expected: {}, why: '', tags: [] };
}
