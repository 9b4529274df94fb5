/**
 * Checks one origin after the other with a client, and reports the memory of each. Arguments: an origin that warms up
 * the code and the origins to measure.
 */
import { RobotsClient } from '../../src/client/robots-client.js';
import { peak, resetPeak } from './peak-memory.js';

export interface ClientCost {
  readonly outcome: string;
  readonly truncated: boolean | undefined;
  readonly grownBytes: number;
}

/** Twice the number of decoding threads. */
const WARM_UPS = 12;

const [, , warmUp = '', ...origins] = process.argv;
const client = new RobotsClient({ userAgent: 'ExampleBot/1.0', proxy: 'none', guard: false });

async function costOf(origin: string): Promise<ClientCost> {
  const before = resetPeak();
  const { outcome, provenance } = await client.check(`${origin}/private`);
  return { outcome, truncated: provenance.body?.truncated, grownBytes: peak() - before };
}

for (let left = WARM_UPS; left > 0; left--) {
  await client.invalidate(warmUp);
  await costOf(warmUp);
}
for (const origin of origins) process.stdout.write(`${JSON.stringify(await costOf(origin))}\n`);
await client.close();
