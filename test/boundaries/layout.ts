/** How files are named, how long they are, and that each has its tests. */
import { type Rule, violation } from './source-file.js';

export const MAX_LINES = 320;

/** About 300 lines at most: a longer file does two jobs. */
export const fileIsShort: Rule = (file) => {
  const lines = file.text.trimEnd().split('\n').length;
  if (lines <= MAX_LINES) return [];
  return [violation(file, undefined, `${lines} lines, and ${MAX_LINES} are allowed`)];
};

/** Folders and files in kebab-case, on every system's file names the same. */
export const nameIsKebabCase: Rule = (file) => {
  const wrong = file.path
    .split('/')
    .filter((part) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(part));
  return wrong.map((part) => violation(file, undefined, `${part} is not in kebab-case`));
};

/**
 * Source files of the packages without a test file of the same name: at the same place under test/,
 * or anywhere under it where no other source of the package has that name.
 * index.ts is left out, since another rule allows nothing in it that a test could fail.
 *
 * @param paths of all the files of the packages
 */
export function sourcesWithoutTest(paths: readonly string[]): string[] {
  const sources = paths.flatMap((path) => split(path, 'src') ?? []);
  const tests = paths.flatMap((path) => split(path, 'test') ?? []);
  return sources
    .filter((source) => source.place !== 'index')
    .filter((source) => {
      const alone = sources.filter((other) => isNamesake(source, other)).length === 1;
      const candidates = tests.filter((test) => isNamesake(source, test));
      return !candidates.some((test) => alone || test.place === source.place);
    })
    .map(({ path }) => path);
}

interface Placed {
  readonly path: string;
  readonly package: string;
  /** Path within the folder, without the ending. */
  readonly place: string;
  readonly name: string;
}

function split(path: string, folder: 'src' | 'test'): Placed | undefined {
  const ending = folder === 'src' ? /\.tsx?$/ : /(\.node)?\.test\.tsx?$/;
  const [, packageName, found, rest = ''] = /^packages\/([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (packageName === undefined || found !== folder || !ending.test(rest)) return undefined;
  const place = rest.replace(ending, '');
  return { path, package: packageName, place, name: place.slice(place.lastIndexOf('/') + 1) };
}

function isNamesake(one: Placed, other: Placed): boolean {
  return one.package === other.package && one.name === other.name;
}
