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
      const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
      return `${name} ${version} (${license})\n${text}`;
    });
    this.emitFile({
      type: 'asset',
      fileName: 'LICENSES.txt',
      source: texts.join(`\n${'-'.repeat(72)}\n\n`),
    });
  },
};

const PAGES = new URL('../../docs/lint/', import.meta.url);

/** Copies the pages about diagnostic codes, which `lint --explain` prints. */
const lintPages: Plugin = {
  name: 'lint-pages',
  generateBundle() {
    for (const page of readdirSync(PAGES)) {
      const source = readFileSync(new URL(page, PAGES), 'utf8');
      this.emitFile({ type: 'asset', fileName: `lint/${page}`, source });
    }
  },
};

/**
 * Bundles the command, core and the service into a few files. Resolving and linking fifty small modules takes Node about as
 * long as starting, and Fastify alone would add 45 packages to the install. The client remains a separate dependency,
 * because it is loaded only for requests.
 */
export default defineConfig({
  // Users run bin.js, which checks the version of Node, enables the compile cache and loads process.js.
  input: {
    bin: 'src/bin.ts',
    process: 'src/process.ts',
    thread: '@repkit/bulk/thread',
    // The service finds its thread and its pages in `../../dist/`, relative to one of its folders or to `chunks/`.
    'routes/thread': '../server/dist/routes/thread.js',
  },
  platform: 'node',
  external: [
    '@repkit/client',
    '@repkit/client/page',
    '@repkit/client/transport',
    '@repkit/client/redis',
    '@repkit/client/sitemap',
    '@repkit/client/store-url',
    'ioredis',
    // It starts threads from its own file.
    'tinypool',
  ],
  plugins: [licenses, lintPages],
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  output: {
    dir: 'dist',
    format: 'esm',
    chunkFileNames: 'chunks/[name].js',
    // Comments are half of the bytes. Names remain, so that stack traces are readable.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      groups: [
        {
          // One file for everything that process.ts shares with the commands, not one per combination of commands.
          name: 'base',
          test: /cli\/src\/(?:program\/(?!runtime)|options\/(?:arguments|command)\b)|bulk\/dist\/bytes\/(?:file-bytes|input-error)\b/,
        },
        {
          // The same for everything that most commands share.
          name: 'shared',
          test: /cli\/src\/(?:input\/(?:read-robots|check-result)|options\/(?:fetch-options|shared-options|checked-values)|render\/(?:json|source-line|text))\b/,
        },
      ],
    },
  },
});
