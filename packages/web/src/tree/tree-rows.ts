/** The nodes of a tree that are to be seen, from top to bottom, and where a key leads from one of them. */
import type { PathNode } from './path-tree.js';

export interface TreeRow {
  readonly node: PathNode;
  /** From 1, as `aria-level`, `aria-posinset` and `aria-setsize`. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Undefined where there is nothing below. */
  readonly isOpen: boolean | undefined;
}

/** Whether a branch is open, where the reader has opened or closed it. */
export type Opened = ReadonlyMap<string, boolean>;

/** Linear in the rows. */
export function treeRows(roots: readonly PathNode[], isOpen: (path: string) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (nodes: readonly PathNode[], level: number): void => {
    nodes.forEach((node, index) => {
      const open = node.children.length === 0 ? undefined : isOpen(node.path);
      const place = { level, position: index + 1, siblings: nodes.length };
      rows.push({ node, ...place, isOpen: open });
      if (open) visit(node.children, level + 1);
    });
  };
  visit(roots, 1);
  return rows;
}

/** The paths of the branches to open at first: level by level, as long as there are no more rows than these. */
export function openAtFirst(roots: readonly PathNode[], mostRows: number): ReadonlySet<string> {
  const open = new Set<string>();
  let rows = roots.length;
  const waiting = [...roots];
  for (const { path, children } of waiting) {
    if (children.length === 0 || rows + children.length > mostRows) continue;
    open.add(path);
    rows += children.length;
    waiting.push(...children);
  }
  return open;
}

/** What a key does at a row, by the pattern of the ARIA Authoring Practices for trees. */
export type TreeMove =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'open' | 'close'; readonly path: string };

export function treeMove(
  key: string,
  rows: readonly TreeRow[],
  at: number,
  page: number,
): TreeMove | undefined {
  const row = rows[at];
  if (row === undefined) return undefined;
  const { path } = row.node;
  const go = (to: number): TreeMove => ({
    kind: 'go',
    to: Math.max(0, Math.min(to, rows.length - 1)),
  });
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'PageDown':
      return go(at + page);
    case 'PageUp':
      return go(at - page);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      if (row.isOpen === undefined) return undefined;
      return row.isOpen ? go(at + 1) : { kind: 'open', path };
    case 'ArrowLeft':
      if (row.isOpen) return { kind: 'close', path };
      return row.level === 1 ? undefined : go(parentOf(rows, at));
    default:
      return key.length === 1 ? typeAhead(key, rows, at) : undefined;
  }
}

function parentOf(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  return rows.findLastIndex((row, index) => index < at && row.level < level);
}

/** The next row whose name begins with the letter, from the top again after the last. */
function typeAhead(letter: string, rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const begins = ({ node }: TreeRow) => node.name.toLowerCase().startsWith(letter.toLowerCase());
  const after = rows.findIndex((row, index) => index > at && begins(row));
  const to = after === -1 ? rows.findIndex(begins) : after;
  return to === -1 ? undefined : { kind: 'go', to };
}
