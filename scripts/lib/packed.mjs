/** Packs packages with npm and installs them in temporary folders, which are removed at exit. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { npm, ROOT, readJson, SetupError } from './commands.mjs';

/**
 * A packed package.
 *
 * @typedef {{ name: string, tarball: string, unpacked: string, manifest: Record<string, any> }} Packed
 */

/** @type {string | undefined} */
let folderOfAll;

/** Returns the temporary folder for all of this. */
export function temporary() {
  if (folderOfAll === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'repkit-packages-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    folderOfAll = folder;
  }
  return folderOfAll;
}

/** @param {{ status: number | null, stdout: string, stderr: string }} result */
export function problemsOf({ status, stdout, stderr }) {
  return status === 0 ? [] : [`${stdout}${stderr}`.trim() || `ended with ${status}`];
}

/**
 * Runs npm and throws if it fails.
 *
 * @param {string[]} args
 * @param {string} folder
 */
function npmOrThrow(args, folder) {
  const [problem] = problemsOf(npm(args, folder));
  if (problem !== undefined) throw new Error(problem);
}

/** Where `scripts/pack.mjs` puts the packages. */
export const PACKED = join(ROOT, 'node_modules/.cache/repkit/packed');

/** @param {string[]} folders of packages */
export function pack(folders) {
  npmOrThrow(['pack', ...folders, `--pack-destination=${PACKED}`], ROOT);
  for (const file of readdirSync(PACKED)) {
    const target = join(PACKED, parse(file).name);
    mkdirSync(target);
    spawnSync('tar', ['-xzf', join(PACKED, file), '-C', target]);
  }
}

/**
 * Returns the packed packages.
 *
 * @returns {Packed[]}
 */
export function packedPackages() {
  if (!existsSync(PACKED)) throw new SetupError('Run "node scripts/pack.mjs" first.');
  return globSync('*.tgz', { cwd: PACKED }).map((file) => {
    const unpacked = join(PACKED, parse(file).name, 'package');
    const manifest = readJson(join(unpacked, 'package.json'));
    return { name: manifest.name, tarball: join(PACKED, file), unpacked, manifest };
  });
}

/**
 * @param {string} name of the new folder
 * @param {string[]} wanted the packages that npm installs there
 * @param {Record<string, unknown>} [manifest] further fields of its package.json
 * @returns {string} the folder
 */
export function install(name, wanted, manifest) {
  const folder = join(temporary(), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', ...manifest }));
  npmOrThrow(
    ['install', `--prefix=${folder}`, '--ignore-scripts', '--no-audit', '--no-fund', ...wanted],
    folder,
  );
  return folder;
}

/** @param {Packed[]} packages */
export function tarballs(packages) {
  return packages.map(({ tarball }) => tarball);
}
