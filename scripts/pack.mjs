/** Packs all published packages into the folder that the checks of packages install them from. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { main, readJson } from './lib/commands.mjs';
import { PACKED, pack } from './lib/packed.mjs';
import { packageFolders, setUp } from './lib/setup.mjs';

await main(() => {
  setUp();
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED, { recursive: true });
  pack(
    packageFolders().filter((folder) => readJson(join(folder, 'package.json')).private !== true),
  );
});
