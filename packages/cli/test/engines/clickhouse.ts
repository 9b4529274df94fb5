/** A real ClickHouse with the configuration from docs/guides/engines.md. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findClickHouse } from './clickhouse-install.js';
import { documented, type Place } from './commands.js';

const CHILD = fileURLToPath(new URL('./clickhouse-child.ts', import.meta.url));

/** Adapts the format and options of the page. */
export interface Setup {
  readonly format: 'TabSeparated' | 'JSONEachRow';
  /** A command; undefined for that of the page. */
  readonly options?: string;
}

/** Writes the configuration and script of the page to the folder. */
export function setUpClickHouse({ folder }: Place, { format, options }: Setup): void {
  const returns = format === 'JSONEachRow' ? '<return_name>verdict</return_name>' : '';
  const functions = documented('xml', 'robotsVerdict')
    .replace('<format>TabSeparated</format>', `<format>${format}</format>${returns}`)
    .replace(/(?<=<command>).*(?=<\/command>)/, (command) => options ?? command);
  writeFileSync(join(folder, 'robots_function.xml'), functions);
  const scripts = join(folder, 'user_scripts');
  mkdirSync(scripts, { recursive: true });
  writeFileSync(join(scripts, 'robots-verdicts'), documented('sh', 'exec repkit filter'), {
    mode: 0o755,
  });
  writeFileSync(
    join(folder, 'config.xml'),
    `<clickhouse>
      <user_defined_executable_functions_config>${folder}/*_function.xml</user_defined_executable_functions_config>
      <user_scripts_path>${scripts}/</user_scripts_path>
    </clickhouse>`,
  );
}

/** Returns the result in TabSeparated format. Rejects with the error of ClickHouse. */
export async function query({ folder, env }: Place, sql: string): Promise<string> {
  const engine = findClickHouse();
  if (engine === undefined) throw new Error('ClickHouse is not installed.');
  const argv = [CHILD, engine, join(folder, 'data'), join(folder, 'config.xml')];
  const child = spawn(process.execPath, argv, { cwd: folder, env });
  const out: Buffer[] = [];
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  child.stdin.on('error', () => {}).end(sql);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`ClickHouse ended with ${code}: ${complaints.slice(0, 2000)}`);
  return Buffer.concat(out).toString('latin1');
}
