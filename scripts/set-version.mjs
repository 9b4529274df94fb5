/**
 * `npm run set-version -- 0.2.0`: gives all packages a version and moves the unreleased changes of the changelog under it.
 * Without a version, copies version and address from the root's package.json to all other places.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, npm, ROOT, readJson, SetupError } from './lib/commands.mjs';
import { releasedChangelog, repeatingFiles } from './lib/version.mjs';

await main(() => {
  const [version, ...more] = process.argv.slice(2);
  if (more.length > 0 || (version !== undefined && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))) {
    throw new SetupError('give one version: npm run set-version -- 0.2.0');
  }
  const files = repeatingFiles(ROOT, version);
  if (version !== undefined) {
    const [manifest, changelog] = ['package.json', 'CHANGELOG.md'].map((name) => join(ROOT, name));
    const root = readJson(manifest);
    if (root.version === version) throw new SetupError(`the version is ${version} already.`);
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(changelog, releasedChangelog(readFileSync(changelog, 'utf8'), version, date));
    writeFileSync(manifest, `${JSON.stringify({ ...root, version }, undefined, 2)}\n`);
  }
  for (const { path, text, wanted } of files) {
    if (text !== wanted) writeFileSync(join(ROOT, path), wanted);
  }
  const { status, stderr } = npm(['install', '--package-lock-only', '--ignore-scripts']);
  if (status !== 0) throw new SetupError(`package-lock.json could not be updated: ${stderr}`);
});
