import { defineConfig } from 'rolldown';

/**
 * The command in a few files, core included: Node takes about as long to find and link fifty small
 * modules as it takes to start, and start-up is what is felt most of a command. The client is a
 * dependency like any other, loaded only to fetch, and so is what a fleet shares its work by.
 */
export default defineConfig({
  // What users run is bin.js, which does no more than to begin.
  input: { bin: 'src/start.ts', process: 'src/bin.ts', thread: 'src/thread.ts' },
  platform: 'node',
  external: [
    '@repkit/client',
    '@repkit/client/sqlite-reader',
    '@repkit/client/redis',
    '@repkit/client/store-url',
    '@repkit/server',
    'bullmq',
    'ioredis',
  ],
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
          test: /cli\/src\/(?:arguments|command|command-error|file-octets|io|load-command|nearest|version|render\/visible)\./,
        },
        {
          // The same for what a question about a file needs, whichever command asks it.
          name: 'asking',
          test: /cli\/src\/(?:access-detail|answer|fetch-options|file-error|question|read-robots|reading|unread|render\/(?:duration|json|paint|source-line|text))\./,
        },
      ],
    },
  },
});
