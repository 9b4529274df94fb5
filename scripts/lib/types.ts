/** Compiles programs that use all entry points, with each supported TypeScript. attw checks how they are resolved. */
import { writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CONSUMERS, toolPath } from './commands.mjs';
import { named, type Packed, problemsOf, runTool, STRICT } from './packages.ts';

/** For packages that also contain CommonJS, in projects without types of Node: their users have old compilers too. */
const OLDEST_FLAGS = [
  ...['--noEmit', '--strict', '--esModuleInterop', '--skipDefaultLibCheck', '--module', 'node16'],
  ...['--target', 'es2022', '--lib', 'es2022,webworker', '--typeRoots', 'no-types'],
];

const OLDEST_PACKAGES = ['@repkit/core', '@repkit/robots-parser'];

/** Uses types of the drop-in and of core. */
const USES = `import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import robotsParser from '@repkit/robots-parser';
const robot: robotsParser.Robot = robotsParser('', '');
const allowed: boolean | undefined = robot.isAllowed('/');
export const results = [lint(parseRobotsTxt('')).length, allowed];
`;

/** Returns the compilers, with what each of them compiles. */
export function compilations(packages: readonly Packed[]) {
  const flags = [...STRICT, '--esModuleInterop'];
  const oldest = OLDEST_PACKAGES.map((name) => named(packages, name));
  return [
    { name: 'the pinned TypeScript', tsc: toolPath('typescript', 'tsc'), packages, flags },
    { name: 'TypeScript 5.9.3', tsc: toolPath('typescript-5.9.3', 'tsc', CONSUMERS), packages, flags },
    {
      name: `TypeScript 5.0.4, for ${OLDEST_PACKAGES.join(' and ')},`,
      tsc: toolPath('typescript-5.0.4', 'tsc', CONSUMERS),
      packages: oldest,
      flags: OLDEST_FLAGS,
    },
  ];
}

/** Returns the specifiers of all entry points of packages. */
export function entryPoints(packages: readonly Packed[]) {
  return packages.flatMap(({ name, manifest }) => Object.keys(manifest.exports ?? {}).map((path) => posix.join(name, path)));
}

/** Returns a program that imports entry points and uses what it imported. */
export function importing(specifiers: readonly string[]) {
  const lines = specifiers.map(
    (specifier, index) => `import * as part${index} from '${specifier}';\nvoid Object.keys(part${index});\n`,
  );
  return lines.join('');
}

/**
 * Compiles an ES module and a CommonJS file.
 *
 * @param folder where the packages are installed
 */
export function problemsOfTypes(folder: string, { tsc, packages, flags }: ReturnType<typeof compilations>[number]) {
  const programs = ['mts', 'cts'].map((extension) => join(folder, `compiles.${extension}`));
  for (const program of programs) writeFileSync(program, importing(entryPoints(packages)) + USES);
  return problemsOf(runTool([tsc, ...flags, ...programs]));
}
