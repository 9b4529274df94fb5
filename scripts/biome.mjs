/** `npm run format` and `npm run lint`: run biome with the given arguments. */
import { CHECKS, main, runNode, toolPath } from './lib/commands.mjs';
import { installCheckTools, installDependencies } from './lib/setup.mjs';

await main(async () => {
  installDependencies();
  installCheckTools();
  const biome = toolPath('@biomejs/biome', 'biome', CHECKS);
  const { exitCode } = await runNode([biome, ...process.argv.slice(2)], 'inherit');
  process.exitCode = exitCode;
});
