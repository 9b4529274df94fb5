import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { readHtmlHead } from '../../src/page/html-head.js';

const LIMIT = 1_000_000;

describe('hostile pages take linear time', () => {
  const starts = ['<!--', '<meta content="', '<meta ', '<script>', '<title>', '<noscript>', '<template>'];
  const fills = ['a', '>', '<', '&', '<a>', '</a>', '<html>', '<template>', '<noscript>', ' a=b'];
  test.each(starts.flatMap((start) => fills.map((fill) => [start, fill] as const)))('%s%s…', async (start, fill) => {
    const html = start + fill.repeat(LIMIT / fill.length);
    const began = cpuMs();
    await readHtmlHead(html, undefined, LIMIT);
    // Measured: at most 150 ms.
    expect(cpuMs() - began).toBeLessThan(2500);
  });

  test('many elements, parsers and attributes', async () => {
    const began = cpuMs();
    for (const part of ['<noscript><a></noscript>', '<template><b></template>', '<base>']) {
      await readHtmlHead(part.repeat(LIMIT / part.length), undefined, LIMIT);
    }
    const names = Array.from({ length: LIMIT / 8 }, (_, index) => `a${index}`);
    await readHtmlHead(`<meta ${names.join(' ')}`, undefined, LIMIT);
    await readHtmlHead(names.map((name) => `<html ${name}>`).join(''), undefined, LIMIT);
    // Measured: 350 ms.
    expect(cpuMs() - began).toBeLessThan(5000);
  });

  test('<template></head>, repeated', async () => {
    const began = cpuMs();
    await readHtmlHead('<template></head>'.repeat(LIMIT / 17), undefined, LIMIT);
    await readHtmlHead(`${'<template></head></template>'.repeat(LIMIT / 28)}`, undefined, LIMIT);
    expect(cpuMs() - began).toBeLessThan(2500);
  });

  test.each(['<!--', '<meta content="', '<title>'])('%s… in chunks of a byte', async (start) => {
    const began = cpuMs();
    async function* bytes() {
      yield Buffer.from(start);
      const byte = Buffer.from('>a');
      for (let index = 0; index < LIMIT; index++) yield byte.subarray(index & 1, (index & 1) + 1);
    }
    await readHtmlHead(bytes(), undefined, LIMIT);
    expect(cpuMs() - began).toBeLessThan(5000);
  });
});

test.each([
  ['meta', '<meta name content>'],
  ['links', '<link rel href>'],
] as const)('a noscript element may contain any number of %s elements', async (kind, element) => {
  const count = 130_000;
  const html = `<head><noscript>${element.repeat(count)}</noscript>`;
  const head = await readHtmlHead(html, undefined, html.length);
  expect(head[kind]).toHaveLength(count);
});
