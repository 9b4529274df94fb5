/** Installs the command with Yarn, which by default leaves packages in archives (Plug'n'Play). */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSUMERS, npm } from './commands.mjs';
import { type Packed, problemsOf, temporary } from './packages.ts';

const YARN = join(CONSUMERS, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js');

/**
 * @param packages the command, and ours that it depends on
 * @returns the arguments with which Node runs the command
 */
export function installWithYarn(packages: readonly Packed[]): string[] {
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const { repkit, ...resolutions } = tarballs;
  const folder = join(temporary(), 'plug-and-play');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { repkit }, resolutions }));
  writeFileSync(join(folder, 'bin.mjs'), "import 'repkit/dist/bin.js';\n");
  const env = {
    ...process.env,
    YARN_CACHE_FOLDER: join(temporary(), 'yarn-cache'),
    YARN_ENABLE_GLOBAL_CACHE: 'false',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
    YARN_NPM_REGISTRY_SERVER: npm(['config', 'get', 'registry']).stdout.trim(),
  };
  const [problem] = problemsOf(spawnSync(process.execPath, [YARN, 'install'], { encoding: 'utf8', cwd: folder, env }));
  if (problem !== undefined) throw new Error(problem);
  const [hook, loader, bin] = ['.pnp.cjs', '.pnp.loader.mjs', 'bin.mjs'].map((name) => join(folder, name));
  return ['--require', hook, '--loader', loader, bin];
}
