/**
 * Builds the pages in two variants: for the service, which sends its own headers, and with `--mode site` for any web server.
 * The site variant contains its CSP and a marker that there is no service.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** The service sends the same policy as a header. CodeMirror needs 'unsafe-inline' styles and `data:` images. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const site: Plugin = {
  name: 'repkit-site',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
      injectTo: 'head-prepend',
    },
    { tag: 'meta', attrs: { name: 'repkit-service', content: 'none' }, injectTo: 'head' },
  ],
};

/** Builds the worker with the page, so that both load the parser and matcher once. Vite would bundle it by itself. */
const sharedWorker: Plugin = {
  name: 'repkit-shared-worker',
  apply: 'build',
  load: {
    filter: { id: /worker-url\.ts$/ },
    handler() {
      const chunk = this.emitFile({ type: 'chunk', id: folder('src/worker/worker.ts') });
      return `export const workerUrl = import.meta.ROLLUP_FILE_URL_${chunk};`;
    },
  },
};

/** What both the page and its worker load: the parser, the matcher and the crawlers. */
const SHARED_WITH_WORKER =
  /vite[\\/]preload-helper|core[\\/]dist[\\/](?:(?:crawlers|decide|dialect|file|match|syntax)[\\/]|lint[\\/]diagnostic\.|(?:index|crawlers)\.js)|worker[\\/](?:requests|site|urls)\.ts/;

export default defineConfig(({ mode }) => ({
  root: folder('src'),
  // Relative URLs work in any folder.
  base: './',
  plugins: [sharedWorker, ...(mode === 'site' ? [site] : [])],
  // Otherwise a build with NODE_ENV=test would contain the paths of the sources.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: folder(mode === 'site' ? 'dist/site' : '../server/dist/tester'),
    emptyOutDir: true,
    // The CSP forbids inline scripts and data: URLs.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // CodeMirror imports it for commands that the page does not use.
      treeshake: { moduleSideEffects: [{ test: /@lezer/, sideEffects: false }] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'core', test: SHARED_WITH_WORKER, priority: 1 },
            // Separate chunks compress worse.
            {
              name: 'page',
              test: /node_modules|web[\\/]src[\\/](?!worker[\\/](?:audiences|check|lint|reply|worker)\.ts)/,
              tags: ['$initial'],
            },
          ],
        },
      },
    },
    // The first versions with popovers, and CSS light-dark(), which must not be compiled away: the theme setting needs it.
    target: ['chrome123', 'firefox125', 'safari17.5'],
  },
  worker: { format: 'es' },
}));
