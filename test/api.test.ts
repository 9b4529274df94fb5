/**
 * The public API of each package, as API Extractor reads it from the built declarations, is recorded in `api/`, so that a
 * change to it is visible in review. `UPDATE_DOCS=1 npm test -- api` updates the reports.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = join(ROOT, 'api');
const temporary = mkdtempSync(join(tmpdir(), 'repkit-api-'));
afterAll(() => rmSync(temporary, { recursive: true }));

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly types: string }>>;
}

function configOf(folder: string, entryPoint: string): ExtractorConfig {
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entryPoint,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            ...{ module: 'nodenext', target: 'es2024', lib: ['es2024', 'webworker'] },
            ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
            ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
          },
          files: [entryPoint],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: 'report',
        reportFolder: temporary,
        reportTempFolder: join(temporary, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
    configObjectFullPath: join(folder, 'api-extractor.json'),
    packageJsonFullPath: join(folder, 'package.json'),
  });
}

/** The declarations of an entry point, including types that it uses without exporting them. */
function declarations(config: ExtractorConfig, compilerState: CompilerState): string {
  const errors: string[] = [];
  Extractor.invoke(config, {
    localBuild: true,
    compilerState,
    messageCallback: (message) => {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.text);
    },
  });
  expect(errors).toEqual([]);
  const [, code = ''] = readFileSync(join(temporary, 'report.api.md'), 'utf8').split(/```\w*\n/);
  // No declaration has a release tag, so "@public" says nothing. Nor should a new docstring change the report.
  return code
    .replaceAll(/^ *\/\/ (?:\(undocumented\)|@public.*)\n/gm, '')
    .replaceAll(/^\/\/ \(No @packageDocumentation.*\n/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

for (const name of readdirSync(join(ROOT, 'packages'))) {
  const folder = join(ROOT, 'packages', name);
  if (!existsSync(join(folder, 'package.json'))) continue;
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (manifest.private || manifest.exports === undefined) continue;
  const entryPoints = Object.entries(manifest.exports);
  const files = entryPoints.map(([, { types }]) => join(folder, types));

  test(`api/${name}.md is the public API of ${manifest.name}`, () => {
    const shown = new Set<string>();
    const [first = ''] = files;
    const program = CompilerState.create(configOf(folder, first), {
      additionalEntryPoints: files,
    });
    const sections = entryPoints.map(([path], index) => {
      // Types that several entry points use without exporting them appear once.
      const parts = declarations(configOf(folder, files[index] ?? ''), program)
        .split(/\n\n(?=\S)/)
        .filter((part) => part.startsWith('export ') || !shown.has(part));
      for (const part of parts) shown.add(part.replace(/^export /, ''));
      return `## \`${join(manifest.name, path)}\`\n\n\`\`\`ts\n${parts.join('\n\n')}\n\`\`\`\n`;
    });
    const note = 'Generated from the declarations: `UPDATE_DOCS=1 npm test -- test/api`.';
    const expected = [`# API of \`${manifest.name}\`\n\n${note}\n`, ...sections].join('\n');
    const report = join(REPORTS, `${name}.md`);
    if (process.env.UPDATE_DOCS) writeFileSync(report, expected);
    expect(existsSync(report) ? readFileSync(report, 'utf8') : '').toBe(expected);
  });
}
