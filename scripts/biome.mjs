/** `npm run format` and `npm run lint`: run biome with the given arguments. */
import { CHECKS, main, runNode, toolPath } from './lib/commands.mjs';
import { installCheckTools, installDependencies } from './lib/setup.mjs';

await main(() => {
  installDependencies();
  installCheckTools();
  process.exitCode = runNode([
    toolPath('@biomejs/biome', 'biome', CHECKS),
    ...process.argv.slice(2),
  ]);
});
