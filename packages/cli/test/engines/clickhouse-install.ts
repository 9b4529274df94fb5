/**
 * ClickHouse for the tests: the engine in the package chdb. It takes 500 MB, and the registry has only some of its
 * builds, so a lock file with it could not be installed everywhere. It is not a dependency: the first test that needs it
 * installs it into a folder that git ignores.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npm, ROOT } from '../../../../scripts/lib/commands.mjs';

const CHDB_VERSION = '3.4.0';
const CACHE = join(ROOT, 'node_modules/.cache/repkit');
const FOLDER = join(CACHE, `chdb-${CHDB_VERSION}`);

/** Returns the folder it is installed in. */
export function findClickHouse(): string | undefined {
  return existsSync(FOLDER) ? FOLDER : undefined;
}

/**
 * Installs it if it is missing: about ten seconds and a download of 180 MB.
 *
 * @returns why it cannot be installed
 */
export function installClickHouse(): string | undefined {
  if (findClickHouse() !== undefined) return undefined;
  process.stderr.write(`repkit: npm install chdb@${CHDB_VERSION} (once) …\n`);
  mkdirSync(CACHE, { recursive: true });
  // Installed next to the target and moved when complete, so that concurrent or aborted runs leave nothing incomplete.
  const folder = mkdtempSync(join(CACHE, 'chdb-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const { status, stderr } = npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `chdb@${CHDB_VERSION}`], folder);
    if (status !== 0) return `npm install chdb@${CHDB_VERSION} failed: ${stderr.trim()}`;
    createRequire(join(folder, 'package.json'))('chdb');
    if (findClickHouse() === undefined) renameSync(folder, FOLDER);
    return undefined;
  } catch (error) {
    return `chdb ${CHDB_VERSION} cannot be loaded: ${error instanceof Error ? error.message : error}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
