/** A thread with clients that write raw bytes and never read, so that their work does not delay other measurements. */
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Each client writes `first` once and then `drip` every second. */
export interface RawClients {
  readonly count: number;
  readonly first: string | Uint8Array;
  readonly drip?: string;
}

const DRIP_MS = 1000;
/** Linux routes all of 127.0.0.0/8 to the loopback interface. */
const ADDRESSES = 5;

/** Starts the clients, which come from different addresses. Returns a function that disconnects them. */
export function startRawClients(clients: RawClients, url: string): () => Promise<void> {
  const file = fileURLToPath(new URL('../src/raw-clients.ts', import.meta.url));
  const worker = new Worker(file, { workerData: { clients, url } });
  return async () => void (await worker.terminate());
}

if (!isMainThread && workerData?.clients !== undefined) {
  const { clients, url }: { clients: RawClients; url: string } = workerData;
  const { port, hostname } = new URL(url);
  const { count, first, drip } = clients;
  const sockets = Array.from({ length: count }, (_, at) => {
    const localAddress = `127.0.0.${2 + (at % ADDRESSES)}`;
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    socket.on('error', () => {});
    socket.pause();
    socket.write(first);
    return socket;
  });
  setInterval(() => {
    if (drip === undefined) return;
    for (const socket of sockets) socket.write(drip);
  }, DRIP_MS);
}
