/**
 * `npm run build`: installs missing dependencies and rebuilds packages whose sources have changed. `npm run build -- --types`
 * also checks the types of the tests, the bench and the examples.
 */
import { main } from './lib/commands.mjs';
import { checkTypes, setUp } from './lib/setup.mjs';

await main(() => {
  setUp();
  if (process.argv.includes('--types')) checkTypes();
});
