/** The paths of a list of URLs as a tree: a branch for each segment, below the site. */
export interface PathNode {
  /** The segment with the slash that ends it; of a site, its origin and the first slash. */
  readonly name: string;
  /** From the site on: no two nodes have the same. */
  readonly path: string;
  /** The URL of the list that ends here. */
  readonly url: string | undefined;
  readonly children: readonly PathNode[];
  /** URLs here and below. */
  readonly urls: number;
  /** Those of them that are disallowed. */
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

/** Linear in the octets of the URLs, and what sorting takes. */
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

/** The deepest branch: what lies below is one segment. A URL of thousands of slashes is no place to go to. */
const MOST_SEGMENTS = 24;

function segmentsOf(url: string): string[] {
  const { origin, pathname, search } = partsOf(url);
  const [first = '', ...segments] = pathname.split(/(?<=\/)/);
  const site = origin + first;
  const named = segments.slice(0, MOST_SEGMENTS);
  const deeper = segments.slice(MOST_SEGMENTS).join('');
  const last = deeper + search;
  // A page and its query are one segment; the query of a folder is a page of that folder.
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
  // Core answers about it all the same: whether there can be such a host changes no verdict.
  const [, origin = url, pathname, search = ''] = PARTS.exec(url) ?? [];
  return { origin, pathname: pathname || '/', search };
}
