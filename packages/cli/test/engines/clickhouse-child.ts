/**
 * Runs a query from stdin in ClickHouse and prints the result as TabSeparated. A separate process, because the engine takes over
 * its process and may end it. Arguments: the folder that chdb is installed in, the folder of the data, the configuration.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [, , folder = '', data, configuration] = process.argv;
const { Session } = createRequire(join(folder, 'package.json'))('chdb');
const session = new Session(data, { connectionArgs: [`--config-file=${configuration}`] });
process.stdout.write(session.query(readFileSync(0, 'utf8'), 'TabSeparated'));
session.close();
