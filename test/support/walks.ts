/**
 * Counts the walk of a reader who follows a call through the sources, from function to function:
 *
 * - Entered files: the source files of which at least one function is entered during the walk.
 * - Returns: how often a function is entered in a file that was entered before, coming from another file.
 *
 * Only function entries count: neither the code of a module nor what runs after an `await`.
 */
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { isNode, isPackageSource, walk } from '../boundaries/source-file.js';
import { sourceAlias } from './source-alias.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The global function that each function of the sources calls first, with the path of its file. */
const ENTER = '__enterFunction';

export interface Walk {
  /** The files whose functions were entered, in the order of their first entry. */
  readonly files: readonly string[];
  readonly returns: number;
}

export interface TracedSources {
  /** Loads a module of the sources, such as `packages/core/src/index.ts`. */
  load<Module>(path: string): Promise<Module>;
  /** Runs `work` and returns the walk of the functions that were entered meanwhile, in all files or those of one folder. */
  walkOf(work: () => Promise<unknown>, folder?: string): Promise<Walk>;
  close(): Promise<void>;
}

/** Loads the sources of the packages with a trace of function entries. */
export async function traceSources(): Promise<TracedSources> {
  let entered: string[] | undefined;
  Reflect.set(globalThis, ENTER, (file: string) => entered?.push(file));
  const server = await createServer({
    configFile: false,
    root: ROOT,
    appType: 'custom',
    logLevel: 'error',
    resolve: { alias: sourceAlias },
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [tracing],
  });
  return {
    load: async <Module>(path: string) => (await server.ssrLoadModule(`/${path}`)) as Module,
    async walkOf(work, folder = '') {
      const files: string[] = [];
      entered = files;
      try {
        await work();
      } finally {
        entered = undefined;
      }
      return walkThrough(files.filter((file) => file.startsWith(folder)));
    },
    async close() {
      await server.close();
      Reflect.deleteProperty(globalThis, ENTER);
    },
  };
}

/** Returns the walk through the files of functions in the order in which they were entered. */
export function walkThrough(entered: readonly string[]): Walk {
  const files = new Set<string>();
  let returns = 0;
  let current: string | undefined;
  for (const file of entered) {
    if (file !== current && files.has(file)) returns++;
    files.add(file);
    current = file;
  }
  return { files: [...files], returns };
}

const tracing: Plugin = {
  name: 'trace function entries',
  enforce: 'pre',
  transform(text, id) {
    const path = id.replace(ROOT, '');
    return isPackageSource(path) ? traced(path, text) : null;
  },
};

/** Returns the source with a call at the start of each function. */
export function traced(path: string, text: string): string {
  const call = `${ENTER}(${JSON.stringify(path)})`;
  const insertions: (readonly [at: number, code: string])[] = [];
  walk({ path, text }, (node) => {
    const { body } = node;
    if (!/^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(node.type)) return;
    if (!isNode(body)) return;
    if (body.type === 'FunctionBody' || body.type === 'BlockStatement') {
      insertions.push([body.start + 1, `${call};`]);
    } else {
      insertions.push([body.start, `(${call}, `], [Number(body.end), ')']);
    }
  });
  let result = '';
  let end = 0;
  for (const [at, code] of insertions.toSorted(([a], [b]) => a - b)) {
    result += text.slice(end, at) + code;
    end = at;
  }
  return result + text.slice(end);
}
