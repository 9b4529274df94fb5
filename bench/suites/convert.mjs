/**
 * `node bench/suites/convert.mjs FOLDER`: converts the test suites of other projects into cases for `npm run compare`. Clones the
 * projects into the folder unless they are there; nothing of them belongs into this repository. Writes `NAME.ndjson`, with a line
 * per case, in the form of the conformance suite, with the project and the name of the test.
 */
import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

/** @typedef {{ test: string, body: string, productToken: string, url: string, allowed: boolean }} Case */

const ORIGIN = 'https://www.example.com';
const [FOLDER = 'suites'] = process.argv.slice(2);

/** @type {[name: string, repository: string, convert: (folder: string) => Case[]][]} */
const SUITES = [
  ['robotstxt', 'google/robotstxt', (folder) => translatedCases(folder, 'robots_test.cc', TEST_IN_CPP)],
  ['protego', 'scrapy/protego', protegoCases],
  ['robots-parser', 'samclarke/robots-parser', robotsParserCases],
  [
    'crawler-commons',
    'crawler-commons/crawler-commons',
    (folder) => translatedCases(folder, 'src/test/java/crawlercommons/robots/SimpleRobotRulesParserTest.java', TEST_IN_JAVA),
  ],
];

/** @param {string} folder */
function protegoCases(folder) {
  const script = join(import.meta.dirname, 'protego.py');
  const output = execFileSync('python3', [script, folder], { encoding: 'utf8' });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * Runs the tests with a parser that returns the arguments, and with expectations that record them.
 *
 * @param {string} folder
 */
function robotsParserCases(folder) {
  /** @type {Case[]} */
  const cases = [];
  let test = '';
  const parser = (/** @type {string} */ robotsUrl, /** @type {string} */ body) => {
    const query =
      (/** @type {boolean} */ asked) =>
      (/** @type {string} */ url, productToken = '*') => ({
        robotsUrl,
        body,
        url,
        productToken,
        asked,
      });
    return new Proxy(
      {},
      {
        get: (_, name) => (name === 'isAllowed' ? query(true) : name === 'isDisallowed' ? query(false) : () => ({})),
      },
    );
  };
  const equal = (/** @type {any} */ query) => (/** @type {unknown} */ expected) => {
    const { robotsUrl, body, url, productToken, asked } = query ?? {};
    // A URL of another origin is not decided by the rules.
    if (typeof expected !== 'boolean' || typeof body !== 'string') return;
    if (!URL.canParse(url) || new URL(url).origin !== new URL(robotsUrl).origin) return;
    cases.push({ test, body, productToken, url, allowed: expected === asked });
  };
  const expect = (/** @type {unknown} */ query) => ({
    to: { equal: equal(query), eql: () => {}, be: { lessThan: () => {} } },
  });
  const run = (/** @type {string} */ name, /** @type {() => void} */ body) => {
    test = name;
    body();
  };
  const require = (/** @type {string} */ name) => (name === 'chai' ? { expect } : parser);
  const text = readFileSync(join(folder, 'test/Robots.js'), 'utf8');
  vm.runInNewContext(text, { require, describe: run, it: run, URL });
  return cases;
}

/** Texts and comments of C++ and Java. */
const TEXT_OR_COMMENT = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** A text that JavaScript would read otherwise, or a file that is not UTF-8. */
const UNKNOWN = '\uFFFF';

/** A declaration with one word for the type, up to the name. */
const DECLARATION = /^(\s*)(?:final |const )?[\w:]+(?:\[\])? (\w+)(?= =|;)/gm;

const TEST_IN_CPP = /^TEST\(\w+, (?<name>\w+)\) \{\n(?<body>.*?)\n\}/gms;
const TEST_IN_JAVA =
  /(?:@CsvSource\(\{(?<rows>.*?)\}\)\s*)?void (?<name>\w+)\((?<parameters>[^)]*)\)[^{]*\{\n(?<body>.*?)\n {4}\}/gs;

/**
 * Runs the tests of a file in C++ or Java as JavaScript, one statement after the other, with functions that record what is
 * expected. A statement that fails ends its test, unless it is an expectation, which changes nothing.
 *
 * @param {string} folder
 * @param {string} file
 * @param {RegExp} pattern of a test
 */
function translatedCases(folder, file, pattern) {
  const cases = [];
  let test = '';
  const expect = (allowed, query) => {
    const texts = [query?.body, query?.productToken, query?.url];
    if (typeof allowed !== 'boolean' || !texts.every((text) => typeof text === 'string' && !text.includes(UNKNOWN))) return;
    cases.push({ test, ...query, allowed });
  };
  const [expectAllowed, expectDisallowed] = [true, false].map((allowed) => (query) => expect(allowed, query));
  const globals = {
    CR: '\r',
    LF: '\n',
    CRLF: '\r\n',
    readFile: (path) => {
      const bytes = readFileSync(join(folder, 'src/test/resources', path));
      return isUtf8(bytes) ? bytes.toString() : UNKNOWN;
    },
    // If the last argument is false, names are compared as in versions before RFC 9309.
    createRobotRules: (productToken, body, isExact = true) => ({
      isAllowed: (url) => (isExact ? { body, productToken, url } : undefined),
    }),
    assertTrue: expectAllowed,
    assertFalse: expectDisallowed,
    assertEquals: expect,
    IsUserAgentAllowed: (body, productToken, url) => ({ body, productToken, url }),
    EXPECT_TRUE: expectAllowed,
    EXPECT_FALSE: expectDisallowed,
  };
  const text = readFileSync(join(folder, file), 'utf8').replaceAll(TEXT_OR_COMMENT, (part) => {
    if (part[0] !== '"') return '';
    return part.includes('\\x') ? JSON.stringify(UNKNOWN) : part;
  });
  for (const { groups } of text.matchAll(pattern)) {
    test = groups.name;
    const statements = groups.body
      .replaceAll(DECLARATION, '$1var $2')
      // C++ joins adjacent texts.
      .replaceAll(/"\s*\n\s*"/g, '" +\n"')
      .replaceAll(/^\s*[{}]$/gm, '')
      .split(/(?<=;)\n/);
    const names = (groups.parameters ?? '').split(', ').map((parameter) => parameter.split(' ').at(-1));
    for (const row of groups.rows?.match(TEXT_OR_COMMENT) ?? ['""']) {
      const values = JSON.parse(row).split(/,\s*/);
      const parameters = values.map((value, at) => [names[at], { True: true, False: false }[value] ?? value]);
      const context = vm.createContext({ ...globals, ...Object.fromEntries(parameters) });
      for (const statement of statements) {
        try {
          vm.runInContext(statement, context);
        } catch {
          if (!/^\s*(?:assert|EXPECT_)/.test(statement)) break;
        }
      }
    }
  }
  return cases;
}

/** Returns a URL of the origin that all libraries are asked about; undefined for a text that is neither a URL nor a path. */
function urlOf(text) {
  const [, path] = /^(?:\w+:\/\/[^/?#]*)?(.*)$/s.exec(text);
  if (path === text && path[0] !== '/') return undefined;
  return `${ORIGIN}${path[0] === '/' ? '' : '/'}${path}`;
}

for (const [name, repository, convert] of SUITES) {
  const folder = join(FOLDER, name);
  if (!existsSync(folder)) {
    const address = `https://github.com/${repository}.git`;
    execFileSync('git', ['clone', '--quiet', '--depth=1', address, folder], { stdio: 'inherit' });
  }
  // With this many stars, some libraries never return, which the hostile inputs show.
  const decided = convert(folder).filter(({ body, url }) => urlOf(url) && !body.includes('*********'));
  const cases = decided.map(({ test, body, productToken, url, allowed }) => ({
    project: name,
    test,
    dialect: 'rfc9309',
    body,
    token: productToken,
    url: urlOf(url),
    expected: { allowed },
    tags: [],
  }));
  const lines = cases.map((each) => `${JSON.stringify(each)}\n`);
  writeFileSync(join(FOLDER, `${name}.ndjson`), lines.join(''));
  process.stdout.write(`${name}: ${cases.length} cases\n`);
}
