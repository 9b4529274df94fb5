/** The tiers of the tests. CONTRIBUTING.md says what belongs to each. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './commands.mjs';

/**
 * The tiers by the ending of their files, in the order in which they run. The extension follows: `.ts`, or `.tsx` for tests that
 * render components in a browser.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const TIERS = {
  unit: '.test',
  slow: '.slow.test',
  system: '.system.test',
  packages: '.package.test',
  engines: '.engine.test',
};

/** These run the built command, other built files, or installed programs. */
export const BUILT_TIERS = ['system', 'packages', 'engines'];

/** Folders with test files. */
const FOLDERS = ['bench', 'examples', 'packages', 'test'];

/** Returns the paths of all test files by tier, relative to the root, with `/`. */
export function testFiles() {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      `${folder}/${path}`.replaceAll('\\', '/'),
    ),
  ).filter((path) => !/\/(?:node_modules|dist)\//.test(path));
  const ofTier = (/** @type {string} */ tier) => paths.filter((path) => tierOf(path) === tier);
  return Object.fromEntries(Object.keys(TIERS).map((tier) => [tier, ofTier(tier)]));
}

/**
 * Returns the tier of a file: the longest matching ending decides. Undefined if it is not a test.
 *
 * @param {string} path
 */
export function tierOf(path) {
  const withoutExtension = path.replace(/\.tsx?$/, '');
  if (withoutExtension === path) return undefined;
  const tiers = Object.entries(TIERS).filter(([, ending]) => withoutExtension.endsWith(ending));
  return tiers.sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
