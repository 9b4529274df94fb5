import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import { describe, expect, test } from 'vitest';
import { type Reply, reply, type WorkRequest } from '../../src/worker/reply.js';
import {
  ALLOWED,
  type CheckRequest,
  type CheckResult,
  DISALLOWED,
  NOT_GOVERNED,
  UNREACHABLE,
} from '../../src/worker/requests.js';

/** Returns the result of a request as the page receives it. */
async function resultOf(request: WorkRequest): Promise<unknown> {
  const posted: Reply[] = [];
  await reply({ id: 7, request }, (part) => posted.push(structuredClone(part)));
  const last = posted.at(-1);
  expect(last).toMatchObject({ id: 7 });
  if (last === undefined || !('result' in last)) throw new Error(JSON.stringify(last));
  return last.result;
}

const CHECK = {
  kind: 'check',
  dialect: undefined,
  isBlocked: false,
  urls: '',
  productTokens: [],
} as const;

/** Returns the verdicts, which come before the result. */
async function verdictsOf(request: CheckRequest): Promise<CheckResult> {
  const posted: Reply[] = [];
  await reply({ id: 7, request: { kind: 'check', ...request } }, (part) => posted.push(part));
  const [first] = posted;
  if (first === undefined || !('report' in first)) throw new Error('no verdicts');
  return structuredClone(first.report) as CheckResult;
}

describe('the problems', () => {
  const robotsTxt = 'User-agent: a\nDissallow: /x\n\n# next\nUser-agent: b\n\n\nAllow: /\n';

  test('returns the diagnostics of core under the requested dialect', async () => {
    const result = await resultOf({ ...CHECK, robotsTxt, dialect: 'koster1996' });
    expect(result).toMatchObject({
      diagnostics: lint(parseRobotsTxt(robotsTxt, { dialect: 'koster1996' })),
    });
  });
});

test('returns verdicts with the deciding lines row by row and skips invalid URLs', async () => {
  const result = await verdictsOf({
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    dialect: 'rfc9309',
    isBlocked: false,
    urls: '/x\nnothing\n/y\n',
    productTokens: ['a', '*'],
  });
  expect(result).toMatchObject({
    urls: ['/x', '/y'],
    invalidUrls: ['nothing'],
    productTokens: ['a', '*'],
    outcomes: Uint8Array.of(DISALLOWED, ALLOWED, ALLOWED, ALLOWED),
    lines: Uint32Array.of(2, 0, 0, 0),
  });
});

test('checks known crawlers as they document, and marks those that the rules do not govern', async () => {
  const names = ['Applebot', 'AdsBot-Google', 'ChatGPT-User', 'Google-Extended', 'MyBot'];
  const result = await verdictsOf({
    robotsTxt: 'User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /\n',
    dialect: 'rfc9309',
    isBlocked: false,
    urls: '/x\n',
    productTokens: names,
  });
  expect(result).toMatchObject({
    productTokens: names,
    outcomes: Uint8Array.of(ALLOWED, ALLOWED, NOT_GOVERNED, DISALLOWED, DISALLOWED),
  });
});

test('nothing may be fetched, by no line, while the robots.txt is unreachable', async () => {
  const result = await verdictsOf({
    robotsTxt: '',
    dialect: undefined,
    isBlocked: true,
    urls: '/x\n',
    productTokens: ['a', '*', 'ChatGPT-User'],
  });
  expect(result).toMatchObject({
    outcomes: Uint8Array.of(UNREACHABLE, UNREACHABLE, NOT_GOVERNED),
    lines: Uint32Array.of(0, 0, 0),
  });
});

test('returns the fixed text, and verdicts that the fix changes', async () => {
  const robotsTxt = 'User-agent: *\nDissallow: /x\n';
  const [diagnostic] = lint(parseRobotsTxt(robotsTxt)).filter(({ fix }) => fix !== undefined);
  if (diagnostic === undefined) throw new Error('nothing to fix');
  expect(await resultOf({ kind: 'fix', robotsTxt, dialect: 'rfc9309', diagnostic })).toMatchObject({
    fixed: 'User-agent: *\nDisallow: /x\n',
    effects: [{ witness: '/x', after: { allowed: false } }],
  });
});

test('answers with an error if the result cannot be computed', async () => {
  const request = {
    kind: 'export',
    robotsTxt: '',
    dialect: undefined,
    isBlocked: false,
    urls: ['not a URL'],
    productTokens: ['a'],
  } as const;
  await expect(resultOf(request)).rejects.toThrow('not a URL');
});
