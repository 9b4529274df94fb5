/** The pages as they are served, in a real Chromium. */
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { describe, vi } from 'vitest';
import { CHROMIUM_ARGS } from '../../../../scripts/lib/chromium.mjs';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { startService } from './running-service.js';

/** Where the service has the built pages. */
export const PAGES = fileURLToPath(new URL('../../../server/dist/tester', import.meta.url));

/** A page that a test uses, and what must not happen in it. */
export interface OpenPage {
  readonly page: Page;
  /** Errors of the console, exceptions, refusals of the CSP, and requests to other hosts. */
  readonly problems: string[];
}

/** What serves them. */
export interface PageServer {
  readonly origin: string;
  stop(): Promise<void>;
}

export class ServedPages {
  readonly #server: PageServer;
  readonly #browser: Browser;

  private constructor(server: PageServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  /** What serves them ends with them; by default it is the service. */
  static async start(starting: Promise<PageServer> = startService()): Promise<ServedPages> {
    const launching = chromium.launch({
      executablePath: findProgram('chromium') ?? 'chromium',
      args: CHROMIUM_ARGS,
    });
    const [server, browser] = await Promise.all([starting, launching]);
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
      if (!url.startsWith(`${this.#server.origin}/`) && !/^(data|blob):/.test(url)) {
        problems.push(`request to another host: ${url}`);
      }
    });
    await page.goto(`${this.#server.origin}${path}`);
    await page.getByRole('tab').first().waitFor();
    return { page, problems };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
  }
}

const isSkipped = findProgram('chromium') === undefined && !process.env.CI;

/** A journey takes a second or two, as do the service and Chromium to start, and more where others use the machine. */
const TIMEOUT_MS = 60_000;

/** Skipped where there is no Chromium; in CI that is a failure. */
export function describeInChromium(name: string, body: () => void): void {
  vi.setConfig({ hookTimeout: TIMEOUT_MS });
  describe.skipIf(isSkipped)(name, { timeout: TIMEOUT_MS }, body);
}

/** Puts a script of a stranger into the page; gives the title, which it would make "run". */
export async function titleAfterStrangeScript(page: Page): Promise<string> {
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "run"';
    document.body.append(script);
  });
  return await page.title();
}
