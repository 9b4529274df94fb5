/** Ports for servers that start later, or several times. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port below those that systems give to other servers and to connections: from 32768 on Linux. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const server = createServer();
    const listening = once(server.listen(port, '127.0.0.1'), 'listening');
    const isFree = await listening.then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
