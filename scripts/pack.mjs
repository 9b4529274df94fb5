/**
 * Packs all published packages into the folder that the checks of packages install them from, and lists them in `packed.json`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, npm, SetupError } from './lib/commands.mjs';
import { PACKED, PACKED_LIST } from './lib/packages.ts';
import { publishedPackages, setUp } from './lib/setup.mjs';

await main(() => {
  setUp();
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED, { recursive: true });
  const published = publishedPackages();
  const folders = published.map(({ folder }) => folder);
  const { status, stdout, stderr } = npm(['pack', '--json', `--pack-destination=${PACKED}`, ...folders]);
  if (status !== 0) throw new SetupError(`"npm pack" failed: ${stderr}`);
  const packages = JSON.parse(stdout).map((/** @type {any} */ { name, filename, files }) => ({
    name,
    tarball: join(PACKED, filename),
    files: files.map((/** @type {any} */ { path }) => path),
    manifest: published.find(({ manifest }) => manifest.name === name)?.manifest,
  }));
  writeFileSync(PACKED_LIST, JSON.stringify(packages));
});
