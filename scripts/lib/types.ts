/** Compiles programs that use all entry points, with each supported TypeScript and way of resolving packages. */
import { writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CONSUMERS, toolPath } from './commands.mjs';
import { named, type Packed, problemsOf, type Runtime, runOn, STRICT } from './packages.ts';

interface Resolution {
  readonly options: readonly string[];
  /** Extensions. */
  readonly files: readonly string[];
}

/**
 * The options of TypeScript for projects, and the files in which they work. Declarations are checked once. Under `node16`,
 * TypeScript lets no CommonJS file import an ES module. `node20` resolves as `nodenext` does.
 */
const RESOLUTIONS: readonly Resolution[] = [
  { options: ['--module', 'node16', '--skipLibCheck'], files: ['mts'] },
  { options: ['--module', 'nodenext'], files: ['mts', 'cts'] },
  {
    options: ['--module', 'preserve', '--moduleResolution', 'bundler', '--skipLibCheck'],
    files: ['mts', 'cts'],
  },
];

/** The same for packages that also contain CommonJS, in projects without types of Node. TypeScript 7 has no `node10`. */
const OLDER_RESOLUTIONS: readonly Resolution[] = [
  { options: ['--module', 'commonjs', '--moduleResolution', 'node10'], files: ['cts'] },
  { options: ['--module', 'node16'], files: ['mts', 'cts'] },
  { options: ['--module', 'esnext', '--moduleResolution', 'bundler'], files: ['mts'] },
];

const OLDER_FLAGS = [
  ...['--noEmit', '--strict', '--esModuleInterop', '--skipDefaultLibCheck'],
  ...['--target', 'es2022', '--lib', 'es2022,webworker', '--typeRoots', 'no-types'],
];

const PINNED = toolPath('typescript', 'tsc');
const OLDER = 'typescript-5.9.3';
const OLDEST = 'typescript-5.0.4';

/** The packages that OLDEST compiles: users of CommonJS have old compilers too. */
const FOR_OLDEST = ['@repkit/core', '@repkit/robots-parser'];

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
  const older = FOR_OLDEST.map((name) => named(packages, name));
  const flags = [...STRICT, '--esModuleInterop'];
  return [
    { name: 'the pinned TypeScript', tsc: PINNED, packages, flags, resolutions: RESOLUTIONS },
    { name: OLDER, tsc: consumer(OLDER), packages, flags, resolutions: RESOLUTIONS },
    {
      name: `${OLDEST}, for ${FOR_OLDEST.join(' and ')},`,
      tsc: consumer(OLDEST),
      packages: older,
      flags: OLDER_FLAGS,
      resolutions: OLDER_RESOLUTIONS,
    },
  ];
}

/** @param name of the package */
function consumer(name: string) {
  return toolPath(name, 'tsc', CONSUMERS);
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

/** @param folder where the packages are installed */
export function problemsOfTypes(
  folder: string,
  { tsc, packages, flags, resolutions }: ReturnType<typeof compilations>[number],
  node: Runtime,
) {
  return resolutions.flatMap(({ options, files }) => {
    const programs = files.map((extension) => join(folder, `compiles.${extension}`));
    for (const program of programs) {
      writeFileSync(program, importing(entryPoints(packages)) + USES);
    }
    return problemsOf(runOn(node, [tsc, ...flags, ...options, ...programs])).map((problem) => `${options.join(' ')}: ${problem}`);
  });
}
