/** Links that open an example in the web tester. */
import { deflateRawSync } from 'node:zlib';

/**
 * Returns the fragment of a link to the tester with this file, its crawlers, and a URL per path. `packages/web/src/link` reads
 * it.
 */
export function testerFragment(robotsTxt: string): string {
  const valuesOf = (field: RegExp) =>
    [...robotsTxt.matchAll(field)].map(([, value = '']) => value.trim()).filter((value) => value !== '');
  const tokens = valuesOf(/^user-agent:([^#\n]*)/gim).filter((token) => /^[a-z_-]+$/i.test(token));
  const paths = valuesOf(/^(?:dis)?allow:([^#\n]*)/gim)
    .filter((path) => /^\/[\w./?=&%-]*\$?$/.test(path))
    .map((path) => path.replace(/\$$/, ''));
  const state = {
    robotsTxt,
    urls: [...new Set(['/', ...paths])].map((path) => `https://example.com${path}\n`).join(''),
    productTokens: [...new Set([...tokens.slice(0, 9), '*'])],
    chosen: null,
  };
  return `#v1=${deflateRawSync(JSON.stringify(state)).toString('base64url')}`;
}
