/** Rules about imports and dependencies. */
import { posix } from 'node:path';
import { isNode, type Rule, type SourceFile, violation, walk } from './source-file.js';

/** For each package folder, the packages that its src may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  client: ['@repkit/core'],
  bulk: ['@repkit/client', '@repkit/core'],
  'robots-parser': ['@repkit/core'],
  conformance: ['@repkit/client', '@repkit/core'],
  server: ['@repkit/client', '@repkit/core'],
  cli: ['@repkit/server', '@repkit/bulk', '@repkit/client', '@repkit/core'],
  web: ['@repkit/core'],
};

/** For each package folder, the packages of which its src may import only types. */
const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = {
  // The page receives values of the client as JSON from the service.
  web: ['@repkit/client'],
};

/**
 * The folders in the src of each package, in the order of imports: a file may import files of its own and earlier folders.
 * `''` is src itself; a file of src with a place of its own is listed by name.
 */
export const FOLDER_ORDER: Readonly<Record<string, readonly string[]>> = {
  core: [
    ...['util', 'dialect', 'syntax', 'match', 'file', 'decide', 'crawlers', 'http', 'preferences'],
    ...['page-rules', 'prover', 'analysis', 'lint', 'format', 'write', ''],
  ],
  client: [...['runtime.ts', 'async', 'validate', 'policy', 'store', 'transport', 'page', 'client'], ...['hooks', '']],
  bulk: [
    ...['bytes', 'input', 'logs', 'rows', 'urls', 'archive', 'threads', 'filter', 'page', 'survey'],
    ...['audit', 'thread', ''],
  ],
  'robots-parser': [''],
  conformance: [''],
  server: [
    ...['options.ts', 'http', 'schema', 'clients.ts', 'store-monitor.ts', 'metrics.ts', 'work', 'routes'],
    ...['pages', ''],
  ],
  web: [
    ...['styles', 'messages', 'worker', 'state', 'controls', 'editor', 'live', 'preferences'],
    ...['check', 'block', 'compare', 'visits', 'link', 'frame', ''],
  ],
};

interface Import {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
  readonly start: number;
}

/** Several rules read the imports of the same file. */
const importsByFile = new WeakMap<SourceFile, readonly Import[]>();

/** Returns all imports of a file: imports, re-exports, `import()` and `import('…')` in types. */
function importsOf(file: SourceFile): readonly Import[] {
  const known = importsByFile.get(file);
  if (known !== undefined) return known;
  const found: Import[] = [];
  walk(file, (node) => {
    if (!/^(Import|Export.*|TSImport)(Declaration|Expression|Type)$/.test(node.type)) return;
    const { source } = node;
    if (!isNode(source)) return;
    // A computed name matches no package.
    const specifier = typeof source.value === 'string' ? source.value : '(computed)';
    const isTypeOnly = node.importKind === 'type' || node.exportKind === 'type';
    found.push({ specifier, isTypeOnly, start: node.start });
  });
  importsByFile.set(file, found);
  return found;
}

function at(file: SourceFile, { start }: Import, what: string): string {
  return violation(file, { type: '', start }, what);
}

function packageFolder(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

/** Returns the package name in a bare specifier; undefined for a relative one. */
function packageName(specifier: string): string | undefined {
  return /^(@[^/]+\/[^/]+|[^./@][^/]*)/.exec(specifier)?.[1];
}

function isWorkspacePackage(name: string): boolean {
  return name === 'repkit' || name.startsWith('@repkit/');
}

/** Each package imports only the packages listed in MAY_IMPORT. */
export const importsGoOneWay: Rule = (file) => {
  const folder = packageFolder(file.path) ?? '';
  const allowed = MAY_IMPORT[folder];
  if (allowed === undefined) {
    return [violation(file, undefined, `packages/${folder} is missing in MAY_IMPORT`)];
  }
  return importsOf(file).flatMap((found) => {
    const name = packageName(found.specifier);
    if (name === undefined || !isWorkspacePackage(name) || allowed.includes(name)) return [];
    if (found.isTypeOnly && MAY_IMPORT_TYPES[folder]?.includes(name)) return [];
    return [at(file, found, `packages/${folder} may not import ${name}`)];
  });
};

/**
 * Returns import cycles, including type-only imports, each as `a.ts -> b.ts -> a.ts`. Finds one cycle per starting file;
 * linear in the number of imports.
 */
export function importCycles(files: readonly SourceFile[]): string[] {
  const targets = new Map(files.map((file) => [file.path, targetsOf(file)]));
  const isDone = new Map<string, boolean>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (isDone.get(path)) return;
    if (isDone.has(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      return;
    }
    isDone.set(path, false);
    for (const target of targets.get(path) ?? []) {
      if (targets.has(target)) visit(target, [...trail, path]);
    }
    isDone.set(path, true);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}

function targetsOf(file: SourceFile): string[] {
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .flatMap(({ specifier }) => {
      const target = posix.join(posix.dirname(file.path), specifier).replace(/\.js$/, '');
      return [`${target}.ts`, `${target}.tsx`];
    });
}

/** A file imports only files of its own folder and of folders that precede it in FOLDER_ORDER. */
export const foldersImportInOrder: Rule = (file) => {
  const order = FOLDER_ORDER[packageFolder(file.path) ?? ''] ?? [];
  const placeOf = (path: string): number => {
    const name = path.replace(/^packages\/[^/]+\/src\//, '').replace(/\.js$/, '.ts');
    return order.indexOf(order.includes(name) ? name : sourceFolder(path));
  };
  const own = placeOf(file.path);
  if (own < 0) return [violation(file, undefined, 'the folder is missing in FOLDER_ORDER')];
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .flatMap((found) => {
      const place = placeOf(posix.join(posix.dirname(file.path), found.specifier));
      if (place <= own) return [];
      const allowed = order.slice(0, own + 1).map((name) => name || 'src');
      return [at(file, found, `imports ${found.specifier}; it may import only from ${allowed.join(', ')}`)];
    });
};

/** Returns the folder below src; empty for a file in src itself. */
function sourceFolder(path: string): string {
  return /^packages\/[^/]+\/src\/(?:([^/]+)\/)?/.exec(path)?.[1] ?? '';
}

/** Returns the files that a file imports, directly or through others, including type-only imports. */
export function importedBy(path: string, files: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = new Set([path]);
  for (const next of found) {
    const file = byPath.get(next);
    for (const target of file === undefined ? [] : targetsOf(file)) {
      if (byPath.has(target)) found.add(target);
    }
  }
  found.delete(path);
  return found;
}

/** Core imports only its own files: no package, no node:*. */
export const coreImportsNoPackages: Rule = (file) =>
  importsOf(file)
    .filter(({ specifier }) => !specifier.startsWith('./') && !specifier.startsWith('../'))
    .map((found) => at(file, found, `core may not import ${found.specifier}`));

/** Packages are imported through their exports, never through files in their folders. */
export const packagesAreImportedByExports: Rule = (file) =>
  importsOf(file).flatMap((found) => {
    const { specifier } = found;
    if (specifier.startsWith('.')) {
      const target = posix.join(posix.dirname(file.path), specifier);
      const folder = packageFolder(`${target}/`);
      if (folder === undefined || folder === packageFolder(file.path)) return [];
      return [at(file, found, `${specifier} is a file in packages/${folder}; import the package`)];
    }
    const name = packageName(specifier);
    if (name === undefined || !isWorkspacePackage(name)) return [];
    if (!/\/(src|dist|test)(\/|$)/.test(specifier)) return [];
    return [at(file, found, `${specifier} bypasses the exports of ${name}`)];
  });

/** Published code depends only on published code: src imports no files outside src. */
export const sourceStaysInItsFolder: Rule = (file) => {
  const home = /^.*?\/src\//.exec(file.path)?.[0] ?? '';
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .filter(({ specifier }) => !posix.join(posix.dirname(file.path), specifier).startsWith(home))
    .map((found) => at(file, found, `${found.specifier} is outside ${home}`));
};

/** An index.ts contains only named re-exports, and imports without names. */
export const indexIsNamedExports: Rule = (file) => {
  const violations: string[] = [];
  walk(file, (node, parent) => {
    if (parent?.type !== 'Program') return;
    const isReExport = node.type === 'ExportNamedDeclaration' && isNode(node.source);
    // Such as the check of the runtime, which runs before other modules.
    const isBare = node.type === 'ImportDeclaration' && [node.specifiers].flat().length === 0;
    if (isReExport || isBare) return;
    violations.push(violation(file, node, `${node.type}: only \`export { … } from\` is allowed`));
  });
  return violations;
};

/** The dependencies in a manifest follow MAY_IMPORT; core has none of any kind. */
export const manifestGoesOneWay: Rule = (file) => {
  const folder = packageFolder(file.path) ?? '';
  const allowed = [...(MAY_IMPORT[folder] ?? []), ...(MAY_IMPORT_TYPES[folder] ?? [])];
  const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(file.text);
  const names = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
  return names
    .filter((name) => folder === 'core' || (isWorkspacePackage(name) && !allowed.includes(name)))
    .map((name) => violation(file, undefined, `packages/${folder} may not depend on ${name}`));
};
