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
  ['robotstxt', 'google/robotstxt', (folder) => staticCases(folder, 'robots_test.cc')],
  ['protego', 'scrapy/protego', protegoCases],
  ['robots-parser', 'samclarke/robots-parser', robotsParserCases],
  [
    'crawler-commons',
    'crawler-commons/crawler-commons',
    (folder) => staticCases(folder, 'src/test/java/crawlercommons/robots/SimpleRobotRulesParserTest.java'),
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

/** Texts, comments, words and signs of C++ and Java. */
const TOKEN = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\w+|\S/g;

/** Reads the expectations of a file in C++ or Java whose texts are constants; others are left out. */
function staticCases(folder, file) {
  const tokens = (readFileSync(join(folder, file), 'utf8').match(TOKEN) ?? []).filter((token) => !/^\/[/*]/.test(token));
  const cases = [];
  let rows = [[]];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at] === 'CsvSource') {
      const values = tokens.slice(at, tokens.indexOf('}', at)).filter((token) => token[0] === '"');
      rows = values.map((value) => JSON.parse(value).split(/,\s*/));
    }
    const isTest = tokens[at] === 'TEST' || (tokens[at] === 'void' && tokens[at + 2] === '(');
    if (!isTest) continue;
    const open = tokens.indexOf('{', at);
    const test = tokens[at + (tokens[at] === 'TEST' ? 4 : 1)];
    const names = tokens.slice(at, open).filter((_, index) => /^[,)]$/.test(tokens[at + index + 1]));
    let end = open;
    for (let depth = 1; depth > 0; ) depth += { '{': 1, '}': -1 }[tokens[++end]] ?? 0;
    for (const row of rows) {
      const constants = new Map(names.map((name, index) => [name, row[index]]));
      const found = casesOf(tokens.slice(open + 1, end), constants, folder);
      cases.push(...found.map((each) => ({ test, ...each })));
    }
    rows = [[]];
    at = end;
  }
  return cases;
}

/** Follows the assignments of texts and rules in a test, and returns its expectations. */
function casesOf(tokens, constants, folder) {
  for (const [name, value] of Object.entries({ LF: '\n', CR: '\r', CRLF: '\r\n' })) {
    constants.set(name, value);
  }
  const rules = new Map();
  const cases = [];
  let at = 0;
  /** Returns a text that consists of constants, otherwise undefined. Stops at the sign after it. */
  const text = () => {
    let result = '';
    for (; at < tokens.length && !/^[,;)]$/.test(tokens[at]); at++) {
      let part = tokens[at] === '+' ? '' : constants.get(tokens[at]);
      if (tokens[at][0] === '"' && !tokens[at].includes('\\x')) part = JSON.parse(tokens[at]);
      if (tokens[at] === 'readFile') {
        const bytes = readFileSync(join(folder, 'src/test/resources', JSON.parse(tokens[at + 2])));
        part = isUtf8(bytes) ? bytes.toString() : undefined;
        at += 3;
      }
      result = part === undefined || result === undefined ? undefined : result + part;
    }
    return result;
  };
  const argument = () => {
    at++;
    return text();
  };
  for (; at < tokens.length; at++) {
    // A text that is changed is no constant.
    if (tokens[at] === '&' || tokens[at + 1] === '+') constants.delete(tokens[at === '&' ? at + 1 : at]);
    const expected = /^(?:assert|EXPECT_)(true|false|equals)$/i.exec(tokens[at])?.[1]?.toLowerCase();
    if (expected !== undefined) {
      const allowed = expected === 'equals' ? constants.get(tokens[at + 2]) : expected;
      at += expected === 'equals' ? 4 : 2;
      let facts = rules.get(tokens[at]);
      if (/^isUserAgentAllowed$/i.test(tokens[at])) {
        at++;
        facts = { body: argument(), productToken: argument() };
      } else if (tokens[at + 2] === 'isAllowed') at += 3;
      else continue;
      const found = { ...facts, url: argument(), allowed: /^true$/i.test(allowed ?? '') };
      const isComplete = [found.body, found.productToken, found.url, allowed].every((value) => value !== undefined);
      if (isComplete) cases.push(found);
    } else if (tokens[at + 1] === '=' && tokens[at + 2] !== '=') {
      const name = tokens[at];
      at += 2;
      if (tokens[at] === 'createRobotRules') {
        at++;
        const [productToken, body] = [argument(), argument()];
        // Otherwise, names are compared as in versions before RFC 9309.
        const isExact = tokens[at] === ')' || tokens[at + 1] === 'true';
        rules.set(name, isExact ? { productToken, body } : undefined);
      } else {
        rules.delete(name);
        constants.set(name, text());
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
