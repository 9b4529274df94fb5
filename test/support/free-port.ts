import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to servers without a fixed port and to connections: from 32768 on Linux. */
const FIRST = 20_000;
const END = 32_768;

let next = randomInt(FIRST, END);

/**
 * Returns a port of 127.0.0.1 for a server that starts later, or several times. Servers and connections that let the system
 * choose cannot take it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = next + 1 < END ? next + 1 : FIRST;
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
