import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { CHROMIUM_ARGS } from './chromium.mjs';
import { findProgram } from './programs.mjs';

/**
 * Opens an empty page in a real Chromium, served by a temporary loopback server together with the JavaScript of a
 * folder. Closes both when the body has ended.
 *
 * @template Result
 * @param {{ folder: string, imports: Record<string, string> }} served the folder, and the path in it for
 *   each bare specifier
 * @param {(page: import('playwright').Page) => Promise<Result>} body
 * @returns {Promise<Result>}
 */
export async function inChromium({ folder, imports }, body) {
  // Not at the top, because scripts that run before the install import this file.
  const { chromium } = await import('playwright');
  const html = `<!doctype html><title>repkit</title>
    <script type="importmap">${JSON.stringify({ imports })}</script>`;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html').end(html);
      return;
    }
    try {
      const text = await readFile(join(folder, normalize(pathname)));
      response.setHeader('content-type', 'text/javascript').end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  try {
    const browser = await chromium.launch({
      executablePath: findProgram('chromium') ?? 'chromium',
      args: CHROMIUM_ARGS,
    });
    try {
      const page = await browser.newPage();
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      await page.goto(`http://127.0.0.1:${port}/`);
      return await body(page);
    } finally {
      await browser.close();
    }
  } finally {
    server.close();
  }
}
