/** `npm run build`: installs missing dependencies and rebuilds packages whose sources have changed. */
import { main } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

await main(setUp);
