/** The functions and classes that packages export, with the examples in their docstrings. */
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';
import { isNode, read, type SyntaxNode } from '../boundaries/source-file.js';

export interface Exported {
  readonly name: string;
  /** The first public entry that exports it, such as `@repkit/core/analysis`. */
  readonly entry: string;
  readonly path: string;
  readonly line: number;
  /** The code of the `@example` blocks of its docstring. */
  readonly examples: readonly string[];
}

interface Declaration extends Omit<Exported, 'entry'> {
  readonly isCallable: boolean;
}

interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Names that come from another module: its path, and the name there. */
  readonly reexports: ReadonlyMap<string, readonly [path: string, name: string]>;
}

const modules = new Map<string, Module>();

/** Returns the functions and classes of all public entries of a package, each once. */
export function exportedBy(folder: string): Exported[] {
  const manifest = JSON.parse(read(`${folder}/package.json`).text) as {
    name: string;
    exports: Record<string, { default: string }>;
  };
  const found = new Map<string, Exported>();
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    const path = join(folder, target.default.replace('dist/', 'src/').replace(/\.js$/, '.ts'));
    const { declarations, reexports } = moduleAt(path);
    for (const name of [...declarations.keys(), ...reexports.keys()]) {
      const declaration = declarationOf(path, name);
      const key = `${declaration?.path}:${declaration?.name}`;
      if (!declaration?.isCallable || found.has(key)) continue;
      found.set(key, { ...declaration, name, entry: join(manifest.name, subpath) });
    }
  }
  return [...found.values()];
}

/** Follows re-exports. Undefined for names of other packages. */
function declarationOf(path: string, name: string): Declaration | undefined {
  const { declarations, reexports } = moduleAt(path);
  const next = reexports.get(name);
  return declarations.get(name) ?? (next && declarationOf(...next));
}

function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const read = readModule(path);
  modules.set(path, read);
  return read;
}

function readModule(path: string): Module {
  const { text } = read(path);
  const { program, comments } = parseSync(path, text);
  const declarations = new Map<string, Declaration>();
  const reexports = new Map<string, readonly [string, string]>();
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') continue;
    const source = node.source?.value;
    for (const { exported, local, exportKind } of node.specifiers) {
      if (exportKind === 'type') continue;
      if (!source?.startsWith('.') || !('name' in exported) || !('name' in local)) continue;
      const target = join(dirname(path), source.replace(/\.js$/, '.ts'));
      reexports.set(exported.name, [target, local.name]);
    }
    const comment = comments.findLast(({ end }) => end <= node.start);
    const isAttached = comment && text.slice(comment.end, node.start).trim() === '';
    const docstring = isAttached && comment.value.startsWith('*') ? comment.value : '';
    const line = text.slice(0, node.start).split('\n').length;
    for (const { name, isCallable } of declaredBy(node.declaration)) {
      // The docstring of an overloaded function is above its first signature.
      if (declarations.has(name)) continue;
      declarations.set(name, { name, path, line, isCallable, examples: examplesIn(docstring) });
    }
  }
  return { declarations, reexports };
}

function declaredBy(declaration: unknown): { name: string; isCallable: boolean }[] {
  if (!isNode(declaration)) return [];
  if (declaration.type === 'VariableDeclaration') {
    return (declaration.declarations as SyntaxNode[]).map(({ id, init }) => ({
      name: nameOf(id),
      isCallable: isNode(init) && /^(?:Arrow)?FunctionExpression$/.test(init.type),
    }));
  }
  const isCallable = /^(?:FunctionDeclaration|TSDeclareFunction|ClassDeclaration)$/.test(declaration.type);
  return [{ name: nameOf(declaration.id), isCallable }];
}

function nameOf(id: unknown): string {
  return String((id as { name?: string }).name);
}

/** Returns the code of the `@example` blocks, each of which is fenced. */
export function examplesIn(docstring: string): string[] {
  const text = docstring.replaceAll(/^ *\* ?/gm, '');
  return Array.from(text.matchAll(/^@example\n```ts\n(.*?)^```$/gms), ([, code = '']) => code);
}

/**
 * Returns the body of an asynchronous function that runs an example. It takes `load`, which imports a module, and `show`,
 * which is called with the value and the comment of each value line.
 */
export function runnable(code: string, valueLine: RegExp): string {
  const { program, errors } = parseSync('example.ts', code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  let script = code;
  for (const node of program.body.toReversed()) {
    if (node.type !== 'ImportDeclaration') continue;
    const names = node.specifiers.map((specifier) => {
      if (specifier.type === 'ImportNamespaceSpecifier') throw new Error('Import names only.');
      const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
      return `${name}: ${nameOf(specifier.local)}`;
    });
    const loaded = `const { ${names.join(', ')} } = await load('${node.source.value}');`;
    script = script.slice(0, node.start) + loaded + script.slice(node.end);
  }
  return script
    .split('\n')
    .map((line) =>
      line.replace(valueLine, (_, expression: string, value: string) => {
        return `show(${expression}, ${JSON.stringify(value)});`;
      }),
    )
    .join('\n');
}
