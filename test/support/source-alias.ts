/** Lets tests import the sources of the packages, so that they need no build. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGES = new URL('../../packages/', import.meta.url);

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly default: string }>>;
}

/** Maps each entry of each package to its source, for `resolve.alias` of Vite. */
export const sourceAlias = readdirSync(PACKAGES).flatMap((folder) => {
  const manifest = readFileSync(new URL(`${folder}/package.json`, PACKAGES), 'utf8');
  const { name, exports = {} } = JSON.parse(manifest) as Manifest;
  return Object.entries(exports).map(([entry, { default: built }]) => {
    const source = built.replace('./dist/', 'src/').replace(/js$/, 'ts');
    return {
      find: new RegExp(`^${name}${entry.slice(1)}$`),
      replacement: fileURLToPath(new URL(`${folder}/${source}`, PACKAGES)),
    };
  });
});
