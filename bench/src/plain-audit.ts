/**
 * The least that a script does with an access log: it splits the lines and counts the User-Agent headers.
 * Argument: the log.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , log = ''] = process.argv;
const counts = new Map<string, number>();
for await (const line of createInterface({ input: createReadStream(log) })) {
  const agent = line.split('"')[5] ?? '';
  counts.set(agent, (counts.get(agent) ?? 0) + 1);
}
process.stdout.write(`${JSON.stringify([...counts])}\n`);
