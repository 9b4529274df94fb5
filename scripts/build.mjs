/**
 * `npm run build`: installs missing dependencies and rebuilds packages whose sources have changed. `npm run build -- --afresh`
 * deletes and rebuilds them all and checks all types.
 */
import { main } from './lib/commands.mjs';
import { buildAfresh, installDependencies, setUp } from './lib/setup.mjs';

await main(() => {
  if (!process.argv.includes('--afresh')) return setUp();
  installDependencies();
  buildAfresh();
});
