/** Files of the project, as input of the rules. Paths are relative to the root and use `/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Returns violations as `path:line: message`. */
export type Rule = (file: SourceFile) => string[];

/** A node of the syntax tree, in the shape of ESTree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The syntax tree of the file that was walked last: rules are applied to one file after another. */
let latest: { readonly file: SourceFile; readonly tree: unknown } | undefined;

function treeOf(file: SourceFile): unknown {
  if (latest?.file === file) return latest.tree;
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`);
  latest = { file, tree: program };
  return program;
}

/** Calls `visit` for every node, parents before children. */
export function walk(file: SourceFile, visit: (node: SyntaxNode, parent: SyntaxNode | undefined, key: string) => void): void {
  const descend = (value: unknown, parent: SyntaxNode | undefined, key: string): void => {
    if (Array.isArray(value)) for (const item of value) descend(item, parent, key);
    if (!isNode(value)) return;
    visit(value, parent, key);
    for (const [name, child] of Object.entries(value)) descend(child, value, name);
  };
  descend(treeOf(file), undefined, '');
}

export function violation(file: SourceFile, node: SyntaxNode | undefined, what: string): string {
  const line = file.text.slice(0, node?.start ?? 0).split('\n').length;
  return `${file.path}:${line}: ${what}`;
}

/** Folders created by an install or a build; the last three are those of the docs site. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'cache', 'public', 'reference']);

/** Returns the paths of all files below a folder; empty if the folder does not exist. */
export function pathsUnder(folder: string): string[] {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return SKIPPED_FOLDERS.has(entry.name) ? [] : pathsUnder(path);
  });
}

function readEntries(folder: string) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true });
}

export function isSource(path: string): boolean {
  return /^(packages\/[^/]+|bench)\/src\/.+\.tsx?$/.test(path);
}

/** Not the conformance suite, which is a program that judges parsers. */
export function isPackageSource(path: string): boolean {
  return /^packages\/(?!conformance\/)/.test(path) && isSource(path);
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mts|js|mjs)$/.test(path);
}

export function read(path: string): SourceFile {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}
