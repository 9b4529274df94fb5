/** `npm run fuzz [-- SECONDS [TARGET]]`: builds the packages and fuzzes their parsers. */
import { join } from 'node:path';
import { main, ROOT, runNode } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

await main(() => {
  setUp();
  process.exitCode = runNode([join(ROOT, 'test/fuzz/main.ts'), ...process.argv.slice(2)]);
});
