/**
 * `npm run scoreboard`: runs every implementation in adapters/ on the suite and writes docs/scoreboard.md. Names of
 * implementations as arguments run only those and print their rows.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodeProgram, lineProgram } from './runner/programs.mjs';
import { countByTag, isFailure } from './runner/report.mjs';
import { runCases } from './runner/run.mjs';
import { allCases } from './runner/suite.mjs';

/**
 * An implementation. `follows` is its documented goal; `document` is the dialect of that goal if it is not RFC 9309.
 * `version` is the npm package that has it, or a command that prints it. Without `adapter`, `exitCode` is a program in PATH with
 * the command line of google/robotstxt-spec-test, and `encodes` says that its URLs must be percent-encoded.
 *
 * @typedef {{ name: string, language: string, follows: string, document?: string, adapter?: string[], exitCode?: string,
 *   encodes?: true, version: string | string[], install?: string }} Implementation
 */

const PYTHON = '/usr/bin/python3';
const debian = (/** @type {string} */ name) => ['dpkg-query', '--show', '--showformat=$' + '{Version}', name];
/** @type {readonly Implementation[]} */
const IMPLEMENTATIONS = [
  {
    name: 'repkit',
    language: 'JavaScript',
    follows: 'RFC 9309; the others as dialects',
    adapter: ['node', 'repkit.mjs'],
    version: '@repkit/core',
  },
  {
    name: 'robots-parser',
    language: 'JavaScript',
    follows: 'the draft of RFC 9309',
    document: 'draft-koster-rep-00',
    adapter: ['node', 'robots-parser.mjs'],
    version: 'robots-parser',
  },
  {
    name: 'Crawlee',
    language: 'JavaScript',
    follows: 'robots-parser',
    document: 'draft-koster-rep-00',
    adapter: ['node', 'crawlee.mjs'],
    version: '@crawlee/utils',
  },
  {
    name: 'robots-txt-guard',
    language: 'JavaScript',
    follows: 'not stated',
    adapter: ['node', 'robots-txt-guard.mjs'],
    version: 'robots-txt-guard',
  },
  {
    name: 'robots-txt-parser',
    language: 'JavaScript',
    follows: 'not stated',
    adapter: ['node', 'robots-txt-parser.mjs'],
    version: 'robots-txt-parser',
  },
  {
    name: 'robots',
    language: 'JavaScript',
    follows: 'not stated',
    adapter: ['node', 'robots.mjs'],
    version: 'robots',
  },
  {
    name: 'urllib.robotparser',
    language: 'Python',
    follows: 'the draft of 1996',
    document: 'koster1996',
    adapter: [PYTHON, 'urllib_robotparser.py'],
    version: [PYTHON, '-c', 'import platform; print(platform.python_version())'],
    install: 'python3',
  },
  {
    name: 'protego',
    language: 'Python',
    follows: 'modern conventions',
    adapter: [PYTHON, 'scrapy_protego.py'],
    version: debian('python3-protego'),
    install: 'python3-protego',
  },
  {
    name: 'WWW::RobotRules',
    language: 'Perl',
    follows: 'the document of 1994',
    adapter: ['perl', 'www_robotrules.pl'],
    version: debian('libwww-robotrules-perl'),
    install: 'libwww-robotrules-perl',
  },
  {
    name: 'webrobots',
    language: 'Ruby',
    follows: 'not stated',
    adapter: ['ruby', 'webrobots.rb'],
    version: debian('ruby-webrobots'),
    install: 'ruby-webrobots',
  },
  {
    name: 'temoto/robotstxt',
    language: 'Go',
    follows: 'not stated',
    adapter: ['robotstxt-go', 'temoto_robotstxt.go'],
    // The guide builds the adapter with this version.
    version: ['sh', '-c', 'command -v robotstxt-go > /dev/null && echo 1.1.2'],
  },
  {
    name: "Google's parser",
    language: 'C++',
    follows: 'Google',
    document: 'google',
    exitCode: 'robots_main',
    encodes: true,
    // The guide builds it from this commit.
    version: ['sh', '-c', 'command -v robots_main > /dev/null && echo 22b355f'],
  },
];

const TAGS = ['rfc9309-must', 'rfc9309-should', 'robustness', 'rfc9309-silent', 'google', 'draft-koster-rep-00', 'koster1996'];
const LIMITS = { timeoutMs: 5000, maxMemoryMiB: 1024 };
const PAGE = new URL('../../docs/scoreboard.md', import.meta.url);
/** The parts of the page that are generated. */
const RESULTS = /(?<=<!-- results -->\n).*(?=<!-- \/results -->)/s;
const FAILED_CASES = /(?<=<!-- failed -->\n).*(?=<!-- \/failed -->)/s;

/**
 * @param {Implementation} implementation
 * @returns {string | undefined} undefined if it is not installed
 */
function versionOf({ version }) {
  if (typeof version === 'string') {
    const manifest = new URL(`../../node_modules/${version}/package.json`, import.meta.url);
    return JSON.parse(readFileSync(manifest, 'utf8')).version;
  }
  const [file = '', ...args] = version;
  const { stdout, status } = spawnSync(file, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** @param {Implementation} implementation */
async function resultsOf({ adapter: [program = '', file = ''] = [], exitCode, encodes }) {
  const path = fileURLToPath(new URL(`adapters/${file}`, import.meta.url));
  const command = exitCode ? [exitCode] : [program === 'node' ? process.execPath : program, path];
  const cases = allCases().filter(
    ({ tags, url = '' }) => tags.some((tag) => TAGS.includes(tag)) && (!encodes || /^[!-~]*$/.test(url)),
  );
  const start = exitCode ? exitCodeProgram : lineProgram;
  const programs = Array.from({ length: availableParallelism() }, () => start(command, LIMITS));
  const results = await runCases(cases, programs);
  return { results, peakMiB: Math.max(...programs.map(({ peakMiB }) => peakMiB)) };
}

/** @typedef {import('./runner/run.mjs').Result} Result */

/**
 * Passed cases of those that the implementation can be asked, per tag.
 *
 * @param {readonly Result[]} results
 */
function sharesOf(results) {
  const counts = countByTag(results);
  return TAGS.map((tag) => {
    const { cases = 0, unsupported = 0, passed = 0 } = counts[tag] ?? {};
    const asked = cases - unsupported;
    return asked === 0 ? '–' : `${passed} of ${asked} (${Math.floor((passed * 100) / asked)} %)`;
  });
}

/**
 * The section of RFC 9309 that decides a case, or another document.
 *
 * @param {Result} result
 */
function sectionOf({ item: { source, clause } }) {
  const [, section] = /section-([\d.]+)/.exec(source) ?? [];
  const [document = ''] = clause.split(/:? /);
  return section ?? document;
}

/**
 * A row about the failed cases: their number per section. Those that pass under the document that the implementation follows are
 * counted as deviations instead.
 *
 * @param {Implementation} implementation
 * @param {readonly Result[]} results
 */
function failuresOf({ document }, results) {
  const passed = new Set(results.filter(({ status }) => status === 'passed').map(({ item }) => item.id));
  const { failed = [], deviations = [] } = Object.groupBy(
    results.filter((result) => isFailure(result) && result.item.tags.some((tag) => /^rfc9309-|robust/.test(tag))),
    ({ item }) => (passed.has(`${item.id.replace('/rfc9309', '')}/${document}`) ? 'deviations' : 'failed'),
  );
  const sections = [...Map.groupBy(failed, sectionOf)].map(([section, { length }]) => `${section}: ${length}`).sort();
  const unsupported = results.filter(({ status }) => status === 'unsupported').length;
  return [failed.length, sections.join(', '), deviations.length, unsupported];
}

/**
 * Returns the rows of an implementation on the page: its results, and its failed cases.
 *
 * @param {string} name
 */
function earlierOf(name) {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  return lines.filter((line) => line.startsWith(`| ${name} `)).map((line) => `${line}\n`);
}

/** Columns of text; others are numbers, or shares and dates that are read like numbers. */
const TEXT_COLUMNS = ['implementation', 'language', 'documented goal', 'by section of RFC 9309, or document'];

/**
 * @param {readonly string[]} head
 * @param {readonly string[]} rows they end in line feeds
 */
function table(head, rows) {
  const rule = head.map((column) => (TEXT_COLUMNS.includes(column) ? '---|' : '---:|')).join('');
  return `\n| ${head.join(' | ')} |\n|${rule}\n${rows.join('')}\n`;
}

const today = new Date().toISOString().slice(0, 10);
const names = process.argv.slice(2);
// Adapters in Node run on the Node of this process.
process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
/** @type {string[]} */
const rows = [];
/** @type {string[]} */
const failures = [];
for (const implementation of IMPLEMENTATIONS) {
  const { name, language, follows } = implementation;
  if (names.length > 0 && !names.includes(name)) continue;
  const version = versionOf(implementation);
  if (version === undefined) {
    const [row = '', failed = ''] = earlierOf(name);
    console.log(`${name} is not installed (${implementation.install ?? 'see the guide'}): its earlier results stay.`);
    rows.push(row);
    failures.push(failed);
    continue;
  }
  const { results, peakMiB } = await resultsOf(implementation);
  const slowest = Math.round(Math.max(...results.map(({ ms }) => ms)));
  const timeouts = results.filter(({ status }) => status === 'timeout').length;
  const figures = [slowest, timeouts, Math.round(peakMiB), results.length, today];
  rows.push(`| ${[`${name} ${version}`, language, follows, ...sharesOf(results), ...figures].join(' | ')} |\n`);
  failures.push(`| ${[`${name} ${version}`, ...failuresOf(implementation, results)].join(' | ')} |\n`);
  console.log(rows.at(-1)?.trim());
}
if (names.length === 0) {
  const head = ['implementation', 'language', 'documented goal', ...TAGS];
  const measures = ['slowest case in ms', 'time-outs', 'peak memory in MiB', 'cases', 'measured on'];
  const failed = ['implementation', 'failed', 'by section of RFC 9309, or document', 'documented deviations', 'unsupported'];
  const measured = `Measured with Node ${process.versions.node}.`;
  const text = readFileSync(PAGE, 'utf8')
    .replace(RESULTS, () => `\n${measured}\n${table([...head, ...measures], rows)}`)
    .replace(FAILED_CASES, () => table(failed, failures));
  writeFileSync(PAGE, text);
}
