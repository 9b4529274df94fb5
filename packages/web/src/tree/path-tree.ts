/** A tree of the paths in a list of URLs: one branch per segment, below the origin. */
export interface PathNode {
  /** The segment including its final slash; for a site, its origin and the first slash. */
  readonly name: string;
  /** The full path from the site, unique per node. */
  readonly path: string;
  /** The URL in the list that ends here. */
  readonly url: string | undefined;
  readonly children: readonly PathNode[];
  /** Number of URLs here and below. */
  readonly urls: number;
  /** Number of disallowed URLs here and below. */
  readonly disallowed: number;
}

interface Branch {
  name: string;
  path: string;
  url: string | undefined;
  children: Branch[];
  urls: number;
  disallowed: number;
  below: Map<string, Branch>;
}

export function pathTree(
  urls: readonly string[],
  isAllowed: (url: string) => boolean,
): readonly PathNode[] {
  const root = branch('', '');
  for (const url of urls) {
    const isDisallowed = !isAllowed(url);
    let at = root;
    for (const segment of segmentsOf(url)) {
      let next = at.below.get(segment);
      if (next === undefined) {
        next = branch(segment, at.path + segment);
        at.below.set(segment, next);
        at.children.push(next);
      }
      next.urls++;
      if (isDisallowed) next.disallowed++;
      at = next;
    }
    at.url ??= url;
  }
  sort(root.children);
  return root.children;
}

function branch(name: string, path: string): Branch {
  return { name, path, url: undefined, children: [], urls: 0, disallowed: 0, below: new Map() };
}

function sort(branches: Branch[]): void {
  const waiting = [branches];
  for (let list = waiting.pop(); list !== undefined; list = waiting.pop()) {
    list.sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const { children } of list) if (children.length > 0) waiting.push(children);
  }
}

/** Deeper paths become one segment, so that a URL with thousands of slashes stays navigable. */
const MAX_SEGMENTS = 24;

function segmentsOf(url: string): string[] {
  const { origin, pathname, search } = partsOf(url);
  const [first = '', ...segments] = pathname.split(/(?<=\/)/);
  const site = origin + first;
  const named = segments.slice(0, MAX_SEGMENTS);
  const deeper = segments.slice(MAX_SEGMENTS).join('');
  const last = deeper + search;
  // A page and its query are one segment; the query of a folder is a separate page in it.
  if (last !== '' && named.length > 0 && !named.at(-1)?.endsWith('/')) {
    return [site, ...named.slice(0, -1), named.at(-1) + last];
  }
  return last === '' ? [site, ...named] : [site, ...named, last];
}

interface UrlParts {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
}

const PARTS = /^((?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*)([^?#]*)([^#]*)/i;

function partsOf(url: string): UrlParts {
  if (URL.canParse(url, 'https://example.com')) {
    const isPath = url.startsWith('/') && !url.startsWith('//');
    const { protocol, host, pathname, search } = new URL(url, 'https://example.com');
    return { origin: isPath ? '' : `${protocol}//${host}`, pathname, search };
  }
  // Core accepts URLs with invalid hosts, because the host does not affect verdicts.
  const [, origin = url, pathname, search = ''] = PARTS.exec(url) ?? [];
  return { origin, pathname: pathname || '/', search };
}

export interface TreeRow {
  readonly node: PathNode;
  /** From 1, as `aria-level`, `aria-posinset` and `aria-setsize`. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** undefined for a leaf. */
  readonly isOpen: boolean | undefined;
}

/** Branches that the user has opened (true) or closed (false), by path. */
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

/** Returns the branches to open initially, level by level, up to a number of rows. */
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

/** The effect of a key (ARIA Authoring Practices, tree view). */
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

/** Moves to the next row with this first letter, wrapping around. */
function typeAhead(letter: string, rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const begins = ({ node }: TreeRow) => node.name.toLowerCase().startsWith(letter.toLowerCase());
  const after = rows.findIndex((row, index) => index > at && begins(row));
  const to = after === -1 ? rows.findIndex(begins) : after;
  return to === -1 ? undefined : { kind: 'go', to };
}
