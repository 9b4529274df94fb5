/** `npm run fuzz [-- SECONDS [TARGET]]`: fuzzes each target for some time (default: 60 s), guided by coverage. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { fuzz } from './fuzz.ts';
import { targets } from './targets.ts';

const [seconds = '60', only] = process.argv.slice(2);
const chosen = Object.entries(targets).filter(([name]) => only === undefined || name === only);
if (!(Number(seconds) > 0) || chosen.length === 0) {
  console.error(`Usage: npm run fuzz -- SECONDS [${Object.keys(targets).join('|')}]`);
  process.exit(2);
}
for (const [name, target] of chosen) {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  const limits = { inputs: Number.POSITIVE_INFINITY, ms: Number(seconds) * 1000 };
  const { tried, blocks, found } = await fuzz(target, { ...limits, seed, guided: true });
  console.log(`${name}: ${tried} inputs, ${blocks} blocks of code reached`);
  if (found === undefined) continue;
  const folder = new URL(`regressions/${name}/`, import.meta.url);
  const file = createHash('sha256').update(found.input).digest('hex').slice(0, 16);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(file, folder), found.input);
  console.log(`FAILED with test/fuzz/regressions/${name}/${file}: ${inspect(found.error)}`);
  process.exitCode = 1;
}
