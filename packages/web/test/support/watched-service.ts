/** The service with a script in its page that collects errors from the start, for browsers without an event for them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startService } from './running-service.js';
import type { PageServer } from './served-pages.js';

declare global {
  interface Window {
    /** Uncaught errors, console errors and CSP violations. */
    problems: string[];
  }
}

/** Runs in the page before its own scripts. */
function collectProblems(): void {
  const problems: string[] = [];
  window.problems = problems;
  addEventListener('error', ({ message }) => problems.push(`error: ${message}`), true);
  addEventListener('unhandledrejection', ({ reason }) => problems.push(`rejection: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    problems.push(`CSP: ${violatedDirective} ${blockedURI}`),
  );
  const { error } = console;
  console.error = (...values) => {
    problems.push(`console: ${values.join(' ')}`);
    error(...values);
  };
}

export const SCRIPT_PATH = '/collect-problems.js';

/** Passes requests on to the service with their headers, so that its security policy applies. */
export async function startWatchedService(): Promise<PageServer> {
  const service = await startService();
  const server = createServer(async (request, response) => {
    if (request.url === SCRIPT_PATH) {
      response.setHeader('content-type', 'text/javascript');
      response.end(`(${collectProblems})();`);
      return;
    }
    const { method = 'GET', headers } = request;
    const answer = await fetch(`${service.origin}${request.url}`, {
      method,
      headers: { 'content-type': headers['content-type'] ?? '' },
      ...(method === 'GET' ? {} : { body: await buffer(request) }),
    });
    for (const [name, value] of answer.headers) {
      if (!/^(content-(encoding|length)|connection|transfer-encoding|keep-alive)$/.test(name)) response.setHeader(name, value);
    }
    const body = Buffer.from(await answer.arrayBuffer());
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    response.statusCode = answer.status;
    response.end(isPage ? String(body).replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await service.stop();
    },
  };
}
