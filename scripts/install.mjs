/**
 * `node scripts/install.mjs NAME`: installs what later commands would install when they start, so that other work can go on
 * meanwhile. Works in a fresh clone.
 */
import { main, SetupError } from './lib/commands.mjs';
import { installPrograms } from './lib/programs.mjs';
import { installCheckTools, installConsumers, installDocsTools } from './lib/setup.mjs';

/** @type {Record<string, () => void>} */
const INSTALLERS = {
  checks: installCheckTools,
  consumers: installConsumers,
  docs: installDocsTools,
  programs: () => installPrograms(['system']),
};

await main(() => {
  const [name = ''] = process.argv.slice(2);
  const install = INSTALLERS[name];
  if (install === undefined) {
    throw new SetupError(`"${name}" is none of ${Object.keys(INSTALLERS).join(', ')}.`);
  }
  install();
});
