/**
 * The version and the address of the project. Both are set in the root's package.json; every other place repeats them, because
 * npm, JSR, GitHub or a program reads that place alone.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DEPENDENCIES = ['dependencies', 'devDependencies'];

/**
 * Places in texts: the file, what stands before and after, and what is repeated.
 *
 * @type {readonly [path: string, pattern: RegExp, key: 'version' | 'homepage'][]}
 */
const IN_TEXTS = [
  ['.pre-commit-hooks.yaml', /(?<= repkit@)[\w.-]+/g, 'version'],
  ['action.yml', /(?<=description: Version of repkit to run\.\n {4}default: ).+/g, 'version'],
  ['packages/cli/src/program/version.ts', /(?<=const VERSION = ')[^']+/g, 'version'],
  ['packages/cli/src/program/version.ts', /(?<=const HOMEPAGE = ')[^']+/g, 'homepage'],
  ['packages/core/jsr.json', /(?<="version": ")[^"]+/g, 'version'],
  ['packages/server/src/pages/docs.ts', /(?<=const VERSION = ')[^']+/g, 'version'],
];

/** The version on a page of the docs, as in `npx repkit@0.1.0`, `uses: repkit/repkit@v0.1.0` and `rev: v0.1.0`. */
const IN_DOCS = /(?<=repkit(?:\/[\w-]+)?@[v^]?|\brev: v)\d+\.\d+\.\d+(?:-[\w.]+)?/g;

/**
 * @param {string} path
 * @param {Record<string, any>} root manifest
 * @param {string} text of a workspace's manifest
 */
function manifestWith(path, root, text) {
  const manifest = JSON.parse(text);
  for (const kind of DEPENDENCIES) {
    for (const name of Object.keys(manifest[kind] ?? {})) {
      if (/^(?:@repkit\/.+|repkit)$/.test(name)) manifest[kind][name] = root.version;
    }
  }
  // Workspaces that no package bundles have no version.
  if (manifest.version !== '0.0.0') manifest.version = root.version;
  if (!manifest.private) {
    const { author, bugs } = root;
    const repository = { ...root.repository, directory: dirname(path) };
    const homepage = `${root.homepage}/tree/main/${dirname(path)}#readme`;
    Object.assign(manifest, { author, homepage, repository, bugs });
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/**
 * Returns the files that repeat the version or the address, as they are and as they should be.
 *
 * @param {string} folder of the project
 * @param {string} [version] instead of the one in the root's package.json
 * @returns {{ path: string, text: string, wanted: string }[]}
 */
export function repeatingFiles(folder, version) {
  /** @param {string} path */
  const read = (path) => readFileSync(join(folder, path), 'utf8');
  const root = JSON.parse(read('package.json'));
  if (version !== undefined) root.version = version;
  const workspaces = root.workspaces
    .flatMap((/** @type {string} */ pattern) => globSync(pattern, { cwd: folder }))
    .map((/** @type {string} */ path) => `${path}/package.json`)
    .filter((/** @type {string} */ path) => existsSync(join(folder, path)))
    .sort();
  const manifests = workspaces.map((/** @type {string} */ path) => {
    const text = read(path);
    return { path, text, wanted: manifestWith(path, root, text) };
  });
  /** @type {Map<string, { path: string, text: string, wanted: string }>} */
  const texts = new Map();
  for (const [path, pattern, key] of IN_TEXTS) {
    const { text = read(path), wanted = text } = texts.get(path) ?? {};
    if (wanted.search(pattern) === -1) {
      throw new Error(`${path} no longer contains the ${key}. Update IN_TEXTS in scripts/lib/version.mjs.`);
    }
    texts.set(path, { path, text, wanted: wanted.replaceAll(pattern, root[key]) });
  }
  const pages = globSync('docs/**/*.md', {
    cwd: folder,
    exclude: ['docs/{.vitepress,node_modules,reference}/**'],
  })
    .sort()
    .map((path) => ({ path, text: read(path) }))
    .filter(({ text }) => text.search(IN_DOCS) !== -1)
    .map(({ path, text }) => ({ path, text, wanted: text.replaceAll(IN_DOCS, root.version) }));
  return [...manifests, ...texts.values(), ...pages];
}

/**
 * Returns the changelog with the unreleased changes under a version.
 *
 * @param {string} text
 * @param {string} version
 * @param {string} date as in 2026-01-31
 */
export function releasedChangelog(text, version, date) {
  const [head = '', rest] = text.split('## [Unreleased]\n');
  if (rest === undefined || !/^\s*### /.test(rest)) {
    throw new Error('CHANGELOG.md has no changes under "## [Unreleased]".');
  }
  return `${head}## [Unreleased]\n\n## [${version}] - ${date}\n${rest}`;
}
