/**
 * Compares the public API of each package, as API Extractor reads it from the built declarations, with `api.md` of the package,
 * so that a change to it is visible in review. `npm run api -- --update` writes the reports.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKS, main, ROOT } from './lib/commands.mjs';
import { installCheckTools, publishedPackages, setUp } from './lib/setup.mjs';

/** @typedef {any} Extractor API Extractor, which is installed on demand */

/**
 * @param {Extractor} extractor
 * @param {string} folder of the package
 * @param {string} entryPoint its declarations
 * @param {string} temporary
 */
function configOf({ ExtractorConfig, ExtractorLogLevel }, folder, entryPoint, temporary) {
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entryPoint,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: 'nodenext',
            target: 'es2024',
            lib: ['es2024', 'webworker'],
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: true,
            types: ['node'],
            typeRoots: [join(ROOT, 'node_modules/@types')],
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

/**
 * Returns the declarations of an entry point, including types that it uses without exporting them.
 *
 * @param {Extractor} extractor
 * @param {any} config
 * @param {any} compilerState
 * @param {string} temporary
 * @returns {string}
 */
function declarations({ Extractor, ExtractorLogLevel }, config, compilerState, temporary) {
  /** @type {string[]} */
  const errors = [];
  Extractor.invoke(config, {
    localBuild: true,
    compilerState,
    messageCallback: (/** @type {any} */ message) => {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.text);
    },
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const [, code = ''] = readFileSync(join(temporary, 'report.api.md'), 'utf8').split(/```\w*\n/);
  // No declaration has a release tag, so "@public" says nothing. Nor should a new docstring change the report.
  return code
    .replaceAll(/^ *\/\/ (?:\(undocumented\)|@public.*)\n/gm, '')
    .replaceAll(/^\/\/ \(No @packageDocumentation.*\n/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Returns the report of a package.
 *
 * @param {Extractor} extractor
 * @param {string} folder
 * @param {{ name: string, exports: Record<string, { types: string }> }} manifest
 * @param {string} temporary
 */
function reportOf(extractor, folder, { name, exports }, temporary) {
  const note = 'Generated from the declarations: `npm run api -- --update`.';
  const entryPoints = Object.entries(exports);
  const [, main] = entryPoints[0] ?? [];
  // The extractor reports nothing for `export =`. Such declarations are written by hand, so they are the report.
  if (main?.types.endsWith('.d.cts')) {
    const text = readFileSync(join(folder, main.types), 'utf8').trimEnd();
    return `# API of \`${name}\`\n\n${note}\n\n## \`${name}\`\n\n\`\`\`ts\n${text}\n\`\`\`\n`;
  }
  const files = entryPoints.map(([, { types }]) => join(folder, types));
  const [first = ''] = files;
  const program = extractor.CompilerState.create(configOf(extractor, folder, first, temporary), {
    additionalEntryPoints: files,
  });
  /** @type {Set<string>} */
  const shown = new Set();
  const sections = entryPoints.map(([path], index) => {
    const config = configOf(extractor, folder, files[index] ?? '', temporary);
    // Types that several entry points use without exporting them appear once.
    const parts = declarations(extractor, config, program, temporary)
      .split(/\n\n(?=\S)/)
      .filter((part) => part.startsWith('export ') || !shown.has(part));
    for (const part of parts) shown.add(part.replace(/^export /, ''));
    return `## \`${join(name, path)}\`\n\n\`\`\`ts\n${parts.join('\n\n')}\n\`\`\`\n`;
  });
  return [`# API of \`${name}\`\n\n${note}\n`, ...sections].join('\n');
}

await main(() => {
  installCheckTools();
  setUp();
  const extractor = createRequire(join(CHECKS, 'package.json'))('@microsoft/api-extractor');
  const isUpdate = process.argv.includes('--update');
  const temporary = mkdtempSync(join(tmpdir(), 'repkit-api-'));
  try {
    for (const { folder, manifest } of publishedPackages()) {
      // A package with only a command has no declarations.
      if (manifest.exports === undefined) continue;
      const report = join(folder, 'api.md');
      const expected = reportOf(extractor, folder, manifest, temporary);
      if (isUpdate) writeFileSync(report, expected);
      if (existsSync(report) && readFileSync(report, 'utf8') === expected) continue;
      console.log(`The public API of ${manifest.name} changed. Run: npm run api -- --update`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
