/**
 * The pages, in two forms from the same sources: for the service, which serves them with its own headers, and, with
 * `--mode site`, as a folder for any web server. Only the latter says in itself what its pages may load, and that no
 * service is behind them.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** What the pages need; the service sends the same as a header. CodeMirror needs both `style-src` and `data:`. */
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

export default defineConfig(({ mode }) => ({
  root: folder('src'),
  // Relative, so that the folder may lie anywhere.
  base: './',
  plugins: mode === 'site' ? [site] : [],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: folder(mode === 'site' ? 'dist/site' : '../server/dist/tester'),
    emptyOutDir: true,
    // No polyfill inline and nothing as data: the CSP allows neither.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What the first view needs is one file: in ten, packed each by itself, it would weigh 2 kB more.
        codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] },
      },
    },
    // The first that know light-dark() of CSS: it must stay as it is, for the reader's choice to hold.
    target: ['chrome123', 'firefox120', 'safari17.5'],
  },
  worker: { format: 'es' },
}));
