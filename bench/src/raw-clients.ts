/** A thread with clients that write raw bytes and never read, so that their work does not delay other measurements. */
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Each client writes `first` once and then `drip` every second. */
export interface RawClients {
  readonly count: number;
  /** In a string, `NNN` becomes the number of the client. */
  readonly first: string | Uint8Array;
  readonly drip?: string;
  /** Whether each client sends FIN after `first` and waits for the response. */
  readonly halfCloses?: boolean;
  /** Number of addresses from which they come (default: 5). Linux routes all of 127.0.0.0/8 to the loopback interface. */
  readonly addresses?: number;
  /** If given, each client disconnects after this time and connects again. */
  readonly reconnectMs?: number;
}

const DRIP_MS = 1000;

/** Starts the clients, which come from different addresses. Returns a function that disconnects them. */
export function startRawClients(clients: RawClients, url: string): () => Promise<void> {
  const file = fileURLToPath(new URL('../src/raw-clients.ts', import.meta.url));
  const worker = new Worker(file, { workerData: { clients, url } });
  return async () => void (await worker.terminate());
}

if (!isMainThread && workerData?.clients !== undefined) {
  const { clients, url }: { clients: RawClients; url: string } = workerData;
  const { port, hostname } = new URL(url);
  const { count, first, drip, halfCloses, addresses = 5, reconnectMs } = clients;
  const sockets = new Set<Socket>();
  const start = (at: number): void => {
    const localAddress = `127.0.0.${2 + (at % addresses)}`;
    const socket = connect({
      port: Number(port),
      host: hostname,
      localAddress,
      allowHalfOpen: true,
    });
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.pause();
    socket.write(
      typeof first === 'string' ? first.replaceAll('NNN', `${at}`.padStart(3, '0')) : first,
    );
    if (halfCloses) socket.end();
    if (reconnectMs === undefined) return;
    setTimeout(() => {
      socket.destroy();
      start(at);
    }, reconnectMs);
  };
  for (let at = 0; at < count; at++) start(at);
  setInterval(() => {
    if (drip === undefined) return;
    for (const socket of sockets) socket.write(drip);
  }, DRIP_MS);
}
