import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

test('lint uses the requested dialect and checks the assets', async () => {
  const service = await startService();
  const robotsTxt = 'User-agent: *\nDisallow: /x/\n';
  const codesOf = async (body: object) => {
    const response = await service.post('/v1/lint', { robotsTxt, ...body });
    const { diagnostics } = (await response.json()) as { diagnostics: { code: string }[] };
    return diagnostics.map(({ code }) => code);
  };
  expect(await codesOf({ assets: ['https://a.example/x/a.css'] })).toContain('assets-blocked');
  expect(await codesOf({})).not.toContain('assets-blocked');
  const wrong = await service.post('/v1/lint', { robotsTxt, assets: ['/ok', 'no URL'] });
  expect(await wrong.json()).toMatchObject({ status: 422, errors: [{ pointer: '#/assets/1' }] });
});

test('lint tells safe fixes from others', async () => {
  const service = await startService();
  const robotsTxt = 'User-agent: *\nDissalow: /a\nDisallow: /b\nDisallow: /b\n';
  const response = await service.post('/v1/lint', { robotsTxt });
  const { diagnostics } = (await response.json()) as {
    diagnostics: { code: string; fix?: { safe: boolean } }[];
  };
  expect(diagnostics.flatMap(({ code, fix }) => (fix ? [`${code} ${fix.safe}`] : []))).toEqual([
    'misspelt-field false',
    'rule-never-wins true',
  ]);
});

test('a file that is too complex to prove is undecided quickly', async () => {
  const service = await startService();
  const rules = Array.from({ length: 3000 }, (_, at) => `Disallow: /*a${at}*b${at % 7}*c\n`);
  const robotsTxt = `User-agent: *\n${rules.join('')}`;
  const response = await service.post('/v1/lint', { robotsTxt });
  const { diagnostics } = (await response.json()) as { diagnostics: { code: string }[] };
  expect(diagnostics.map(({ code }) => code)).toContain('undecided');
});

test('diff reports newly blocked and allowed paths per token', async () => {
  const service = await startService();
  const response = await service.post('/v1/diff', {
    before: 'User-agent: *\nDisallow: /a\n',
    after: 'User-agent: *\nDisallow: /b\n',
    productTokens: ['Bot'],
  });
  const { changes, complete } = (await response.json()) as {
    changes: { effect: string; witness: string }[];
    complete: boolean;
  };
  expect(changes.map(({ effect, witness }) => `${effect} ${witness}`).sort()).toEqual(['newly-allowed /a', 'newly-blocked /b']);
  expect(complete).toBe(true);
  const wrong = { before: '', after: '', productTokens: ['Bot', 'a b'] };
  expect(await (await service.post('/v1/diff', wrong)).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '#/productTokens/1' }],
  });
});

test('format supports line endings and sorted rules, and reports whether anything changed', async () => {
  const service = await startService();
  const tidy = 'User-agent: *\nDisallow: /b\nDisallow: /a\n';
  const formatted = async (body: object) => (await service.post('/v1/format', { robotsTxt: tidy, ...body })).json();
  expect(await formatted({})).toEqual({ robotsTxt: tidy, changed: false });
  expect(await formatted({ sortRules: true, lineEnd: 'crlf' })).toEqual({
    robotsTxt: 'User-agent: *\r\nDisallow: /a\r\nDisallow: /b\r\n',
    changed: true,
  });
});

test('format returns a file that is not UTF-8 unchanged, with the diagnostic', async () => {
  const service = await startService();
  const robotsTxt = Array.from('User-agent: *\ndisallow: /b\n', (letter) => `${letter}\0`).join('');
  expect(await (await service.post('/v1/format', { robotsTxt })).json()).toMatchObject({
    robotsTxt,
    changed: false,
    diagnostic: { code: 'not-utf-8', severity: 'error', span: { line: 1 } },
  });
});
