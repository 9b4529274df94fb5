/**
 * A real ClickHouse for the tests and the bench: the engine inside of the package chdb. It is half a gigabyte, and of its
 * builds only some are in the registry, so that a lock file with it could not be installed everywhere. It is therefore no
 * dependency: it is installed where a test first needs it, into a folder that git ignores.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npm, ROOT } from './commands.mjs';

const CHDB_VERSION = '3.4.0';
const CACHE = join(ROOT, 'node_modules/.cache/repkit');
const FOLDER = join(CACHE, `chdb-${CHDB_VERSION}`);

/** @returns {string | undefined} the folder it is installed in */
export function findClickHouse() {
  return existsSync(FOLDER) ? FOLDER : undefined;
}

/**
 * Installs it where it is missing; that takes some ten seconds and 180 MB from the registry.
 *
 * @returns {string | undefined} why it cannot be had
 */
export function installClickHouse() {
  if (findClickHouse() !== undefined) return undefined;
  process.stderr.write(`repkit: npm install chdb@${CHDB_VERSION} (once) …\n`);
  mkdirSync(CACHE, { recursive: true });
  // Beside, and moved when it is whole: two runs at once, or one that is stopped, leave nothing half done.
  const folder = mkdtempSync(join(CACHE, 'chdb-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const { status, stderr } = npm(
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', `chdb@${CHDB_VERSION}`],
      folder,
    );
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
