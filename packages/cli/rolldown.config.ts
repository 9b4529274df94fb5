import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const NODE_MODULES = /^(.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+))[/\\]/;

/** Writes the licenses of the libraries in the bundle next to it, as most of them require. */
const licenses: Plugin = {
  name: 'licenses',
  generateBundle(_options, bundle) {
    const folders = new Map<string, string>();
    for (const output of Object.values(bundle)) {
      for (const id of output.type === 'chunk' ? output.moduleIds : []) {
        const [, folder, name] = NODE_MODULES.exec(id) ?? [];
        if (folder !== undefined && name !== undefined) folders.set(name, folder);
      }
    }
    const texts = [...folders].sort().map(([name, folder]) => {
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((path) => /^licen[cs]e/i.test(path));
      const text =
        file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
      return `${name} ${version} (${license})\n${text}`;
    });
    this.emitFile({
      type: 'asset',
      fileName: 'LICENSES.txt',
      source: texts.join(`\n${'-'.repeat(72)}\n\n`),
    });
  },
};

/**
 * Bundles the command, core and the service into a few files. Node takes about as long to find and link fifty small
 * modules as it takes to start, and Fastify alone would bring 45 packages. The client stays a dependency of its own:
 * it is loaded only to fetch, and `@repkit/fleet` shares it.
 */
export default defineConfig({
  // What users run is bin.js, which does no more than to begin.
  input: {
    bin: 'src/start.ts',
    process: 'src/bin.ts',
    thread: '@repkit/bulk/thread',
    // The service looks for its thread and its pages in `../../dist/`, seen from one of its folders or from `chunks/`.
    'work/analyses': '../server/dist/work/analyses.js',
  },
  platform: 'node',
  external: [
    '@repkit/client',
    '@repkit/client/page',
    '@repkit/client/page-request',
    '@repkit/client/sqlite-reader',
    '@repkit/client/redis',
    '@repkit/client/store-url',
    '@repkit/fleet',
    'ioredis',
    // It starts threads with a file of its own.
    'tinypool',
  ],
  plugins: [licenses],
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  output: {
    dir: 'dist',
    format: 'esm',
    chunkFileNames: 'chunks/[name].js',
    // Comments are half of what there is to read; names stay, so that a report of a fault can be read.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      groups: [
        {
          // What bin.ts shares with the commands is one file, not one for each way of sharing.
          name: 'base',
          test: /cli\/src\/(?:program\/|options\/arguments|render\/terminal)|bulk\/dist\/(?:file-bytes|input-error)|core\/dist\/lint\/nearest-name/,
        },
        {
          // The same for what a question about a file needs, whichever command asks it.
          name: 'asking',
          test: /cli\/src\/(?:input\/(?:answer|read-robots)|options\/(?:fetch-options|shared-options|checked-values)|render\/(?:json|source-line|text))\b/,
        },
      ],
    },
  },
});
