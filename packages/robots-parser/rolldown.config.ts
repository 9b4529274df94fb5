const ENTRY = 'dist/common-js';

/** A module with only a default export, which becomes `module.exports`. */
const entry = {
  name: 'entry',
  resolveId: (id: string) => (id === ENTRY ? ENTRY : undefined),
  load: (id: string) =>
    id === ENTRY ? `export { default } from ${JSON.stringify(`${process.cwd()}/dist/robots-parser.js`)};` : undefined,
};

/** Builds CommonJS for Jest and bundlers, which cannot use ES modules as the function that require() returns. */
export default {
  input: ENTRY,
  platform: 'neutral',
  external: ['@repkit/core'],
  plugins: [entry],
  output: { file: 'dist/robots-parser.cjs', format: 'cjs', exports: 'default' },
};
