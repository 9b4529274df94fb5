/** Opens the served pages in Chromium. */
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type ViewportSize,
} from 'playwright';
import { describe } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { CHROMIUM_ARGS, PATIENT_MS } from '../../../../test/support/chromium.js';
import { startService } from './running-service.js';

/** The built pages of the service. */
export const PAGES = fileURLToPath(new URL('../../../server/dist/tester', import.meta.url));

export interface OpenPage {
  readonly page: Page;
  /** Console errors, exceptions, CSP violations and requests to other hosts. */
  readonly problems: string[];
  /** The viewport it was opened with. */
  readonly viewport: ViewportSize | null;
}

export interface PageServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * All test files of a worker share a browser and a service, which end with it: to start both takes two seconds of processor time.
 */
const shared: { browser?: Promise<Browser>; service?: Promise<PageServer> } = {};

function sharedBrowser(): Promise<Browser> {
  shared.browser ??= chromium.launch({
    executablePath: findProgram('chromium') ?? 'chromium',
    args: CHROMIUM_ARGS,
  });
  return shared.browser;
}

function sharedService(): Promise<PageServer> {
  shared.service ??= startService();
  return shared.service;
}

export class ServedPages {
  readonly #origin: string;
  readonly #browser: Browser;
  readonly #ownServer: PageServer | undefined;
  readonly #contexts: BrowserContext[] = [];

  private constructor(origin: string, browser: Browser, ownServer: PageServer | undefined) {
    this.#origin = origin;
    this.#browser = browser;
    this.#ownServer = ownServer;
  }

  /** Takes ownership of the server; by default, the pages are those of the shared service. */
  static async start(starting?: Promise<PageServer>): Promise<ServedPages> {
    const [server, browser] = await Promise.all([starting ?? sharedService(), sharedBrowser()]);
    return new ServedPages(server.origin, browser, starting && server);
  }

  /** Opens a path of the server and waits until the page is usable. */
  async open(options: BrowserContextOptions = {}, path = '/'): Promise<OpenPage> {
    const context = await this.#browser.newContext({ locale: 'en', ...options });
    context.setDefaultTimeout(PATIENT_MS);
    this.#contexts.push(context);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.#origin}/`) && !/^(data|blob):/.test(url)) {
        problems.push(`request to another host: ${url}`);
      }
    });
    await this.#show(page, path);
    return { page, problems, viewport: page.viewportSize() };
  }

  /** Opens the start page again like a new visitor, in about half the time of a new page. */
  async reopen({ page, problems, viewport }: OpenPage): Promise<void> {
    // A document of the same origin without scripts, so that nothing writes to the storage afterwards.
    await page.goto(`${this.#origin}/healthz`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    problems.length = 0;
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null });
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.mouse.move(0, 0);
    await this.#show(page, '/');
  }

  async #show(page: Page, path: string): Promise<void> {
    await page.goto(`${this.#origin}${path}`);
    await page.locator('h1').waitFor();
  }

  /** Closes all pages. */
  async stop(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    await this.#ownServer?.stop();
  }
}

const isSkipped = findProgram('chromium') === undefined && !process.env.CI;

/** Skips the tests if Chromium is missing, except in CI. */
export function describeInChromium(name: string, body: () => void): void {
  describe.skipIf(isSkipped)(name, body);
}

/** Injects an inline script that would set the title to "run"; returns the title. */
export async function titleAfterInlineScript(page: Page): Promise<string> {
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "run"';
    document.body.append(script);
  });
  return await page.title();
}
