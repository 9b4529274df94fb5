/** `npm run build`: installs what is missing and builds what is older than its sources. */
import { main } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

await main(setUp);
