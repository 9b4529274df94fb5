/** A relay to a server on this machine that cuts each connection after a different number of messages. */
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** The longest connection in messages of the client. */
const MOST_MESSAGES = 12;

/** Returns the relay's port and its number of connections so far. It closes after the test. */
export async function startCuttingRelay(to: number): Promise<{ port: number; cuts(): number }> {
  let connections = 0;
  const relay = createServer((client) => {
    let left = connections++ % MOST_MESSAGES;
    const server = connect(to, '127.0.0.1');
    const cut = (): void => {
      client.destroy();
      server.destroy();
    };
    client.on('data', (message) => {
      if (left-- === 0) cut();
      else server.write(message);
    });
    server.pipe(client);
    for (const socket of [client, server]) socket.on('error', () => {}).on('close', cut);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void relay.close());
  const { port } = relay.address() as AddressInfo;
  return { port, cuts: () => connections };
}
