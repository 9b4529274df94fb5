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
const FAILED_CASES = /(?<=## Failed cases\n).*/s;

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
 * The section of RFC 9309 that decides a case, or another document, as a link. IDs name the sections of other documents.
 *
 * @param {Result} result
 */
function citationOf({ item: { source, clause } }) {
  const [, section] = /section-([\d.]+)/.exec(source) ?? [];
  const [document = ''] = clause.split(/:? /);
  return `[${section === undefined ? document : `RFC 9309 ${section}`}](${source})`;
}

/**
 * The failed cases, by section. Those that pass under the document that the implementation follows are listed as deviations
 * instead.
 *
 * @param {Implementation} implementation
 * @param {readonly Result[]} results
 */
function detailsOf({ name, follows, document }, results) {
  const passed = new Set(results.filter(({ status }) => status === 'passed').map(({ item }) => item.id));
  const idOf = (/** @type {Result} */ { item }) => item.id.replace('/rfc9309', '');
  const { failed = [], deviations = [] } = Object.groupBy(
    results.filter((result) => isFailure(result) && result.item.tags.some((tag) => /^rfc9309-|robust/.test(tag))),
    (result) => (passed.has(`${idOf(result)}/${document}`) ? 'deviations' : 'failed'),
  );
  const lines = [...Map.groupBy(failed, citationOf)].map(([citation, group]) => {
    const ids = group.map((result) => `\`${idOf(result)}\`${result.status === 'failed' ? '' : ` (${result.status})`}`);
    return `- ${citation}: ${ids.join(', ')}`;
  });
  if (deviations.length > 0) {
    const ids = deviations.map((result) => `\`${idOf(result)}\``).join(', ');
    lines.push(`- Documented deviations, right under ${follows}: ${ids}`);
  }
  const unsupported = results.filter(({ status }) => status === 'unsupported').length;
  const documented = deviations.length > 0 ? `, ${deviations.length} documented deviations` : '';
  const summary = `${name}: ${failed.length} failed of RFC 9309 and robustness${documented}, ${unsupported} unsupported of all`;
  const isOther = IMPLEMENTATIONS.some((other) => other.name === follows);
  const list = isOther ? `Those of ${follows}.` : lines.join('\n') || 'None.';
  return `<details><summary>${summary}</summary>\n\n${list}\n\n</details>\n`;
}

/**
 * Returns the row and the failed cases of an implementation on the page.
 *
 * @param {string} name
 */
function earlierOf(name) {
  const text = readFileSync(PAGE, 'utf8');
  const row = text.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
  const start = text.indexOf(`<details><summary>${name}:`);
  const end = '</details>\n';
  return [`${row}\n`, start < 0 ? '' : text.slice(start, text.indexOf(end, start) + end.length)];
}

const today = new Date().toISOString().slice(0, 10);
const names = process.argv.slice(2);
// Adapters in Node run on the Node of this process.
process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
const rows = [];
/** @type {string[]} */
const details = [];
for (const implementation of IMPLEMENTATIONS) {
  const { name, language, follows } = implementation;
  if (names.length > 0 && !names.includes(name)) continue;
  const version = versionOf(implementation);
  if (version === undefined) {
    const [row = '', block = ''] = earlierOf(name);
    console.log(`${name} is not installed (${implementation.install ?? 'see the guide'}): its earlier results stay.`);
    rows.push(row);
    details.push(block);
    continue;
  }
  const { results, peakMiB } = await resultsOf(implementation);
  const slowest = Math.round(Math.max(...results.map(({ ms }) => ms)));
  const timeouts = results.filter(({ status }) => status === 'timeout').length;
  const figures = [slowest, timeouts, Math.round(peakMiB), results.length, today];
  rows.push(`| ${[`${name} ${version}`, language, follows, ...sharesOf(results), ...figures].join(' | ')} |\n`);
  details.push(detailsOf(implementation, results));
  console.log(rows.at(-1)?.trim());
}
if (names.length === 0) {
  const head = [
    'implementation',
    'language',
    'documented goal',
    ...TAGS,
    'slowest case in ms',
    'time-outs',
    'peak memory in MiB',
    'cases',
    'measured on',
  ];
  const table = `| ${head.join(' | ')} |\n|${head.map((_, column) => (column < 3 ? '---|' : '---:|')).join('')}\n${rows.join('')}`;
  const measured = `Measured with Node ${process.versions.node}.`;
  const text = readFileSync(PAGE, 'utf8')
    .replace(RESULTS, () => `\n${measured}\n\n${table}\n`)
    .replace(FAILED_CASES, () => `\n${details.join('\n')}`);
  writeFileSync(PAGE, text);
}
