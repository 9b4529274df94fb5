import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { lint } from '../../src/commands/lint.js';
import { run } from '../../src/run.js';
import { configSchema } from '../support/config-schema.js';
import { fakeIo } from '../support/fake-io.js';

const SCHEMA = new URL('../../repkit.config.schema.json', import.meta.url);
const here = process.cwd();
const CONFIG = join(here, 'repkit.config.json');

async function lintWith(config: Readonly<Record<string, unknown>>, ...argv: string[]) {
  const texts = Object.entries(config).map(([path, content]) => [
    path,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  const files = {
    'a.txt': 'User-agent: *\nDisallow: /a\nDisallow: /a\n',
    ...Object.fromEntries(texts),
  };
  const io = fakeIo({ files });
  return { code: await run(['lint', ...argv, 'a.txt'], io), ...io.written };
}

const STRICT = { lint: { maxWarnings: 0 } };

describe('repkit.config.json', () => {
  test.each([
    ['the current folder', CONFIG, STRICT],
    ['a parent', join(dirname(here), 'repkit.config.json'), STRICT],
    ['package.json', join(here, 'package.json'), { name: 'x', repkit: STRICT }],
  ])('is read from %s', async (_, path, content) => {
    expect(await lintWith({ [path]: content })).toMatchObject({ code: 1, err: '' });
  });

  test('may have a byte-order mark', async () => {
    const content = `\ufeff${JSON.stringify(STRICT)}`;
    expect(await lintWith({ [CONFIG]: content })).toMatchObject({ code: 1, err: '' });
  });

  test('the nearest file applies unless --config names another', async () => {
    const files = {
      [join(dirname(here), 'repkit.config.json')]: STRICT,
      [CONFIG]: {},
      other: STRICT,
    };
    expect(await lintWith(files)).toMatchObject({ code: 0 });
    expect(await lintWith(files, '--config', 'other')).toMatchObject({ code: 1 });
  });

  test('options override the file, and lists are replaced, not merged', async () => {
    const config = { [CONFIG]: { lint: { ignore: ['rule-never-wins'], maxWarnings: 0 } } };
    expect(await lintWith(config)).toMatchObject({ code: 0 });
    expect(await lintWith(config, '--ignore', 'noindex')).toMatchObject({ code: 1 });
    expect(await lintWith(config, '--ignore', 'noindex', '--max-warnings', '1')).toMatchObject({
      code: 0,
    });
  });

  test('sets severities per code, and excludes files', async () => {
    const config = (lint: object) => ({ [CONFIG]: { lint } });
    const counts = async (lint: object, ...argv: string[]) => (await lintWith(config(lint), ...argv)).out.split('\n').at(-2);
    const code = 'rule-never-wins';
    expect(await counts({})).toContain('1 warning in 1 file');
    expect(await counts({ codeSeverity: { [code]: 'error' } })).toContain('1 error in 1 file');
    expect(await counts({ codeSeverity: { [code]: 'off' } })).toBe('No problems found (1 file).');
    expect(await counts({ codeSeverity: { [code]: 'off' } }, '--code-severity', `${code}=info`)).toContain('1 info in 1 file');
    // A hook before commits may name only excluded files.
    expect(await lintWith(config({ exclude: ['*.txt'] }))).toEqual({
      code: 0,
      out: 'No problems found (0 files).\n',
      err: '',
    });
  });

  test('package.json without "repkit" is skipped', async () => {
    const parent = join(dirname(here), 'repkit.config.json');
    const files = { [join(here, 'package.json')]: { name: 'x' }, [parent]: STRICT };
    expect(await lintWith(files)).toMatchObject({ code: 1 });
  });

  test.each([
    ['{', /^repkit lint: ".*repkit\.config\.json" is not valid JSON: /],
    [{ lint: { asset: ['main'] } }, /^repkit lint: "asset" in .*repkit\.config\.json: "main" is not a URL\. Write \/main\.\n$/],
    ['[]', /must contain a JSON object\.\n$/],
    [{ lint: 1 }, /"lint": The value must be an object\.\n$/],
    [{ lint: { maxWarning: 0 } }, /"lint": Unknown option "maxWarning"\. Did you mean "maxWarnings"\?\n$/],
    [{ lint: { fix: true } }, /"lint": Unknown option "fix"\./],
    [{ lint: { maxWarnings: 'x' } }, /: "maxWarnings" in .*repkit\.config\.json must be a whole number from 0, not "x"\.\n$/],
    [{ lint: { maxPerCode: 0 } }, /"maxPerCode" in .*repkit\.config\.json must be "all" or a whole number from 1, not "0"\.\n$/],
    [{ lint: { budget: 'x' } }, /"budget" in .*repkit\.config\.json must be a whole number from 0/],
    [{ lint: { ignore: 'htm' } }, /Unknown value for "ignore" in .*repkit\.config\.json: "htm"\. Did you mean "html"\?\n$/],
    [{ lint: { severity: 'none' } }, /Unknown value for "severity" in .*repkit\.config\.json: "none"\./],
    [{ lint: { codeSeverity: { htm: 'off' } } }, /Unknown value for "codeSeverity" in .*repkit\.config\.json: "htm"\./],
    [
      { lint: { codeSeverity: { html: 'of' } } },
      /Unknown value for "codeSeverity" in .*repkit\.config\.json: "of"\. Did you mean "off"\?\n$/,
    ],
    [{ lintt: {} }, /repkit\.config\.json: Unknown section "lintt"\. Did you mean "lint"\?\n$/],
    [{ diff: { failOn: 'any' } }, /Unknown section "diff"\. The file configures only lint\.\n$/],
    [{ lint: { extended: true } }, /, "lint": "extended" was removed: --dialect NAME compares .*\n$/],
    [{ lint: { maxWarnings: [0] } }, /"maxWarnings" must be a string or a number\.\n$/],
    [{ lint: { ignore: [{}] } }, /"ignore" must be a string or a number, or a list of them\.\n$/],
  ])('%j ends with 2', async (content, message) => {
    const { code, out, err } = await lintWith({ [CONFIG]: content });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  test('a missing --config file ends with 2', async () => {
    const { code, err } = await lintWith({}, '--config', 'none.json');
    expect(code).toBe(2);
    expect(err).toContain('"none.json" cannot be read');
  });
});

describe('the schema', () => {
  const schema = configSchema([lint]);

  test('is current', () => {
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    if (process.env.UPDATE_DOCS !== undefined) writeFileSync(SCHEMA, text);
    expect(readFileSync(SCHEMA, 'utf8'), '`UPDATE_DOCS=1 npm test -- program/config` updates it.').toBe(text);
  });

  test.each([
    [{ lint: { maxWarnings: 0, ignore: ['noindex'], severity: 'warning' } }, true],
    [{ lint: { ignore: 'noindex' } }, true],
    [{ lint: { severity: 'none' } }, false],
    [{ lint: { fix: true } }, false],
    [{ lints: {} }, false],
  ])('accepts %j: %s', (config, valid) => {
    expect(new Ajv({ allowUnionTypes: true }).compile(schema)(config)).toBe(valid);
  });
});
