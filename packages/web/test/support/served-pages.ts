/** The built pages, on the loopback with the headers of the service, in a real Chromium. */
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { describe } from 'vitest';
import { CHROMIUM_ARGS } from '../../../../scripts/lib/chromium.mjs';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { CONTENT_SECURITY_POLICY } from '../../vite.config.js';

export const PAGES = fileURLToPath(new URL('../../../server/dist/tester', import.meta.url));

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** A page that a test uses, and what must not happen in it. */
export interface OpenPage {
  readonly page: Page;
  /** Errors of the console, exceptions, refusals of the CSP, and requests to other hosts. */
  readonly problems: string[];
}

export interface ServedPagesOptions {
  /** Where the pages were built to. */
  readonly folder?: string;
  /** Whether the server sends the CSP; a static site has it in its pages. */
  readonly headers?: boolean;
  /** Answers `/v1/*`, as the service does. */
  readonly service?: RequestListener;
}

export class ServedPages {
  readonly #server: Server;
  readonly #browser: Browser;
  readonly origin: string;

  private constructor(server: Server, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(options: ServedPagesOptions = {}): Promise<ServedPages> {
    const server = createServer(answer(options));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await chromium.launch({
      executablePath: findProgram('chromium') ?? 'chromium',
      args: CHROMIUM_ARGS,
    });
    return new ServedPages(server, browser);
  }

  /** Opens the page and waits until it can be used. `path` is what stands behind the origin. */
  async open(options: BrowserContextOptions = {}, path = '/'): Promise<OpenPage> {
    const context = await this.#browser.newContext({ locale: 'en', ...options });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.origin}/`) && !/^(data|blob):/.test(url)) {
        problems.push(`request to another host: ${url}`);
      }
    });
    await page.goto(`${this.origin}${path}`);
    await page.getByRole('tab').first().waitFor();
    return { page, problems };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function answer({ folder = PAGES, headers = true, service }: ServedPagesOptions): RequestListener {
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/v1/') && service !== undefined) {
      service(request, response);
      return;
    }
    const file = pathname === '/' ? '/index.html' : normalize(pathname);
    try {
      const body = await readFile(join(folder, file));
      response.setHeader('content-type', MEDIA_TYPES[extname(file)] ?? 'text/plain');
      response.setHeader('x-content-type-options', 'nosniff');
      if (headers) response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  };
}

const isSkipped = findProgram('chromium') === undefined && !process.env.CI;

/** A journey takes a second or two, and more where others use the machine. */
const TIMEOUT_MS = 60_000;

/** Skipped where there is no Chromium; in CI that is a failure. */
export function describeInChromium(name: string, body: () => void): void {
  describe.skipIf(isSkipped)(name, { timeout: TIMEOUT_MS }, body);
}
