/**
 * Compiles the code of `init --format` with the types of each framework, and renders that of Next.js. Only a few files of the
 * packages are unpacked: an install of Next.js takes more than 300 MB.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseRobotsTxt } from '@repkit/core';
import { diff, initRobotsTxt } from '@repkit/core/analysis';
import { expect, test } from 'vitest';
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

test('each framework compiles the code, and not a mistake in it', () => {
  const folder = temporaryFolder();
  unpackDeclarations(folder);
  const result = initRobotsTxt(SHOP, { block: ['archive'] });
  if (result.kind === 'refused') throw new Error(result.message);
  for (const [framework, file, correct, mistake] of FILES) {
    const { code } = frameworkCode(FRAMEWORKS[framework], parseRobotsTxt(result.text));
    expect(compiled(folder, file, code), framework).toBe('');
    expect(compiled(folder, file, code.replace(correct, mistake)), framework).toContain('error TS');
  }
}, 300_000);

test('Next.js renders a file with the same meaning', () => {
  const folder = temporaryFolder();
  const [tarball] = run(folder, 'npm', ['pack', '--silent', `next@${PACKAGES.next}`]).split('\n');
  const files = NEXT_FILES.map((file) => `package/${file}`);
  run(folder, 'tar', ['-xzf', tarball, '--strip-components=1', ...files]);
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

function unpackDeclarations(folder: string): void {
  const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  run(folder, 'npm', ['pack', '--silent', ...names]);
  for (const name of Object.keys(PACKAGES)) {
    const file = `${name.replace('@', '').replace('/', '-')}-*.tgz`;
    const [tarball = ''] = globSync(file, { cwd: folder });
    const target = join(folder, 'node_modules', name);
    mkdirSync(target, { recursive: true });
    const unpack = ['-xzf', tarball, '-C', target, '--strip-components=1', '--wildcards'];
    run(folder, 'tar', [...unpack, ...DECLARATIONS]);
  }
}

function run(folder: string, program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`);
  return stdout;
}

/** Returns the errors of the compiler. */
function compiled(folder: string, file: string, code: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  const args = [TSC, ...STRICT, '--moduleResolution', 'bundler', path];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
}
