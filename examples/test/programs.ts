/** Compiles and runs the examples and the code in documents like a user: strictly and in isolation. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/lib/programs.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the text of a file with LF line ends. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');
}

export function writeText(path: string, text: string): void {
  writeFileSync(join(ROOT, path), text);
}

/** Programs by name, each a module, in a folder where the packages of this project can be imported. */
export class Programs {
  readonly #folder = mkdtempSync(join(tmpdir(), 'repkit-examples-'));

  /** Writes and compiles the programs. Throws an error with the compiler's output if that fails. */
  constructor(programs: ReadonlyMap<string, string>) {
    const write = (name: string, text: string) => writeFileSync(join(this.#folder, name), text);
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'), 'junction');
    mkdirSync(join(this.#folder, 'src'));
    write('package.json', JSON.stringify({ type: 'module' }));
    const compilerOptions = {
      types: ['node'],
      declaration: false,
      rootDir: 'src',
      outDir: 'dist',
      noEmitOnError: true,
    };
    const base = join(ROOT, '.config/tsconfig.base.json');
    write('tsconfig.json', JSON.stringify({ extends: base, compilerOptions, include: ['src'] }));
    for (const [name, text] of programs) write(`src/${name}.ts`, text);
    const compiler = join(ROOT, 'node_modules/typescript');
    const { bin } = JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8'));
    const { status, stdout } = spawnSync(process.execPath, [join(compiler, bin.tsc), '-p', '.'], {
      cwd: this.#folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stdout);
  }

  /** Runs a program and returns its output. */
  run(name: string): string {
    const file = join(this.#folder, 'dist', `${name}.js`);
    // Their sites are on this machine, which a proxy could not reach.
    const env = { ...process.env, NO_PROXY: '127.0.0.1', CHROMIUM: findProgram('chromium') };
    return execFileSync(process.execPath, [file], { cwd: this.#folder, encoding: 'utf8', env });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
