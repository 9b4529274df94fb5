/**
 * `node scripts/clickhouse.mjs <folder of data> <configuration> < query`: runs a query in ClickHouse and prints the
 * result as TabSeparated. A separate process, because the engine takes over its process and may end it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findClickHouse } from './lib/clickhouse.mjs';
import { main, SetupError } from './lib/commands.mjs';

await main(() => {
  const folder = findClickHouse();
  if (folder === undefined) {
    throw new SetupError('ClickHouse is not installed: npm test -- cli/test/engines installs it.');
  }
  const [data, configuration] = process.argv.slice(2);
  const { Session } = createRequire(join(folder, 'package.json'))('chdb');
  const session = new Session(data, { connectionArgs: [`--config-file=${configuration}`] });
  process.stdout.write(session.query(readFileSync(0, 'utf8'), 'TabSeparated'));
  session.close();
});
