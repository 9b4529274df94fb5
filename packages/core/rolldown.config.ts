import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ENTRIES = ['index', 'crawlers', 'preferences', 'analysis'];

/**
 * Copies the declarations, which TypeScript must read as those of CommonJS. The package.json says that the folder is CommonJS,
 * so that the copies can keep their names and what they import.
 */
const declarations = {
  name: 'declarations',
  writeBundle() {
    mkdirSync('dist/cjs', { recursive: true });
    writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
    const paths = readdirSync('dist', { recursive: true, encoding: 'utf8' });
    for (const path of paths) {
      if (path.endsWith('.d.ts') && !path.startsWith('cjs')) cpSync(join('dist', path), join('dist/cjs', path));
    }
  },
};

/**
 * Builds CommonJS for Jest, bundlers and TypeScript that cannot load ES modules with require(). All entries share a chunk, so
 * that a program that uses several has one copy of their classes.
 */
export default {
  input: Object.fromEntries(ENTRIES.map((name) => [name, `dist/${name}.js`])),
  platform: 'neutral',
  plugins: [declarations],
  output: {
    dir: 'dist/cjs',
    format: 'cjs',
    chunkFileNames: '[name].js',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups: [{ name: 'shared', test: /./ }] },
  },
};
