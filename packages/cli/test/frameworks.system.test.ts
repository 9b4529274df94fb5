/**
 * Compiles the code of `init --format` with the types of each framework, and renders that of Next.js. Only a few files of the
 * packages are unpacked: an install of Next.js takes more than 300 MB.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseRobotsTxt } from '@repkit/core';
import { diff, initRobotsTxt } from '@repkit/core/analysis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary.js';
import { FRAMEWORKS, frameworkCode } from '../src/render/framework-code.js';

const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const PACKAGES = { next: '16.4.6', '@nuxtjs/robots': '6.2.3' };
const DECLARATIONS = ['package/package.json', '*.d.*'];
/** What turns the return value of app/robots.ts into text. */
const NEXT_RENDERER = 'dist/build/webpack/loaders/metadata/resolve-route-data.js';
const NEXT_FILES = [NEXT_RENDERER, 'dist/lib/metadata/generate/utils.js'];
const STRICT = '--noEmit --strict --skipLibCheck --target es2023 --module esnext'.split(' ');

/** Each kind of line that a framework may express. */
const SHOP = `User-agent: *
Disallow: /cart
Allow: /cart/help
Crawl-delay: 2
Content-Signal: ai-train=no
Content-Usage: train-ai=n
License: https://shop.example/license.xml
Clean-param: ref /shoes
Clean-param: sid

User-agent: bingbot
Disallow:

Sitemap: https://shop.example/sitemap.xml
Sitemap: https://shop.example/news.xml
Host: shop.example
`;

const FILES = [
  ['next', 'app/robots.ts', 'userAgent:', 'userAgents:'],
  ['nuxt', 'robots.ts', 'userAgent:', 'userAgents:'],
] as const;

/** The folder of the tarballs. */
let packed = '';

beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'repkit-frameworks-'));
  const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  run(packed, 'npm', ['pack', '--silent', ...names]);
});
afterAll(() => rmSync(packed, { recursive: true }));

test('each framework compiles the code, and not a mistake in it', () => {
  const folder = temporaryFolder();
  for (const name of Object.keys(PACKAGES)) {
    const target = join('node_modules', name);
    mkdirSync(join(folder, target), { recursive: true });
    const unpack = ['-xzf', tarballOf(name), '-C', target, '--strip-components=1', '--wildcards'];
    run(folder, 'tar', [...unpack, ...DECLARATIONS]);
  }
  const result = initRobotsTxt(SHOP, { block: ['archive'] });
  if (result.kind === 'refused') throw new Error(result.message);
  const codes = FILES.map(([framework, file, correct, mistake]) => {
    const { code } = frameworkCode(FRAMEWORKS[framework], parseRobotsTxt(result.text));
    return { file, code, mistaken: code.replace(correct, mistake) };
  });
  expect(compiled(folder, codes)).toBe('');
  const errors = compiled(
    folder,
    codes.map(({ file, mistaken }) => ({ file, code: mistaken })),
  );
  for (const { file } of codes) expect(errors).toMatch(new RegExp(`^${file}\\(.*error TS`, 'm'));
}, 300_000);

test('Next.js renders a file with the same meaning', () => {
  const folder = temporaryFolder();
  const files = NEXT_FILES.map((file) => `package/${file}`);
  run(folder, 'tar', ['-xzf', tarballOf('next'), '--strip-components=1', ...files]);
  const before = parseRobotsTxt(SHOP);
  const { code } = frameworkCode(FRAMEWORKS.next, before);
  writeFileSync(join(folder, 'robots.ts'), code);
  const script = `const { resolveRobots } = require('./${NEXT_RENDERER}');
    import('./robots.ts').then((module) => process.stdout.write(resolveRobots(module.default())));`;
  const rendered = run(folder, process.execPath, ['--no-warnings', '--eval', script]);
  expect(rendered).toContain('Content-Signal: ai-train=no\n');
  expect(diff(before, parseRobotsTxt(rendered))).toMatchObject({
    equivalent: true,
    complete: true,
  });
}, 300_000);

function tarballOf(name: string): string {
  const [tarball = ''] = globSync(`${name.replace('@', '').replace('/', '-')}-*.tgz`, { cwd: packed });
  return join(packed, tarball);
}

function run(folder: string, program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`);
  return stdout;
}

/** Compiles the files together, which loads the declarations once. Returns the errors of the compiler. */
function compiled(folder: string, files: readonly { readonly file: string; readonly code: string }[]): string {
  for (const { file, code } of files) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  const args = [TSC, ...STRICT, '--moduleResolution', 'bundler', ...files.map(({ file }) => file)];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
}
