/** A real HTTP server on the loopback, with its own log. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The response of a path: a status, a body with status 200, or a function. */
export type Answer = number | string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Site {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** Method and path of each request, in order. */
  readonly log: readonly string[];
  /** Changes the response of a path. */
  answer(path: string, answer: Answer): void;
  close(): Promise<void>;
}

/** Starts a site that stops with the test. Other paths return 404. */
export async function startSite(answers: Readonly<Record<string, Answer>>): Promise<Site> {
  const paths = new Map(Object.entries(answers));
  const log: string[] = [];
  const server = createServer((request, response) => {
    log.push(`${request.method} ${request.url}`);
    const answer = paths.get(request.url ?? '') ?? 404;
    if (typeof answer === 'function') answer(request, response);
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.setHeader('content-type', 'text/plain').end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    origin: `http://127.0.0.1:${port}`,
    log,
    answer: (path, answer) => void paths.set(path, answer),
    close,
  };
}
