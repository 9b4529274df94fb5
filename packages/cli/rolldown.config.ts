import { defineConfig } from 'rolldown';

/**
 * The command in a few files, core included: Node takes about as long to find and link fifty small
 * modules as it takes to start, and start-up is what is felt most of a command.
 */
export default defineConfig({
  input: 'src/bin.ts',
  platform: 'node',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  output: { dir: 'dist', format: 'esm', chunkFileNames: 'chunks/[name].js' },
});
