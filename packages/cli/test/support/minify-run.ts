import { run } from '../../src/run.js';
import { fakeIo, type World } from './fake-io.js';

export const LONG = `User-agent: *
Disallow: /a # kept
Disallow: /a/b
Sitemap: https://example.com/s.xml
`;
export const SHORT = `User-agent: *
Disallow: /a # kept
Sitemap: https://example.com/s.xml
`;
export const saved = (name: string) =>
  `repkit minify: Saved 15 of 84 bytes of ${name}: 15 in redundant rules; proved equivalent under rfc9309 and google.\n`;

export async function repkitMinify(argv: string, world: World = {}) {
  const io = fakeIo({ files: { long: LONG, short: SHORT }, ...world });
  const code = await run(['minify', ...argv.split(' ')], io);
  return { code, ...io.written, files: io.files };
}
