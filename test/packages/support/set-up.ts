/** Global setup of the tests of packages: installs what they need, and packs the packages into a folder that is removed at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { npm } from '../../../scripts/lib/commands.mjs';
import { installCheckTools, installConsumers, publishedPackages } from '../../../scripts/lib/setup.mjs';
import type { Packed } from './packed.js';

export function setup({ provide }: TestProject): () => void {
  installCheckTools();
  installConsumers();
  const folder = mkdtempSync(join(tmpdir(), 'repkit-packages-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const published = publishedPackages();
    const folders = published.map((each) => each.folder);
    const { status, stdout, stderr } = npm(['pack', '--json', `--pack-destination=${folder}`, ...folders]);
    if (status !== 0) throw new Error(`"npm pack" failed: ${stderr}`);
    const results: { name: string; filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
    const packages = results.map(
      ({ name, filename, files }): Packed => ({
        name,
        tarball: join(folder, filename),
        files: files.map(({ path }) => path),
        manifest: published.find(({ manifest }) => manifest.name === name)?.manifest,
      }),
    );
    provide('packages', packages);
    provide('packagesFolder', folder);
    return removeFolder;
  } catch (error) {
    removeFolder();
    throw error;
  }
}
