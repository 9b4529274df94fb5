import { describe, expect, test } from 'vitest';
import { checkTransferCodings, isCloseDelimited } from '../../src/transport/response-headers.js';

const coded = (...codings: string[]) => ({ 'transfer-encoding': codings });

describe('a body that ends with its connection (RFC 9112 6.3)', () => {
  test.each([
    [200, {}, true],
    [404, {}, true],
    [204, {}, false],
    [304, {}, false],
    [103, {}, false],
    [200, { 'content-length': '0' }, false],
    [200, coded('chunked'), false],
    [200, coded('gzip, Chunked '), false],
    [200, coded('gzip', 'chunked'), false],
    [200, coded('gzip'), true],
    [200, coded('identity'), true],
    // As the parser has it, which takes these for no chunks.
    [200, coded('chunked, identity'), true],
    [200, coded('chunked', 'identity'), true],
    [200, coded('chunked,'), true],
  ])('%i %j: %s', (status, fields, expected) => {
    expect(isCloseDelimited({ status, fields })).toBe(expected);
  });
});

describe('transfer codings (RFC 9112 6.1, 7)', () => {
  test.each([
    {},
    coded(''),
    coded('chunked'),
    coded('\tCHUNKED '),
    coded('identity'),
    coded('identity, chunked'),
    coded('chunked', 'chunked'),
    coded(', chunked'),
  ])('%j: nothing is left on the body', (fields) => {
    expect(() => checkTransferCodings(fields)).not.toThrow();
  });

  test.each([
    coded('gzip'),
    coded('gzip, chunked'),
    coded('gzip', 'chunked'),
    coded('xx, chunked'),
    coded('chunked, gzip'),
    coded('chunked;a=b'),
    coded('chunked, identity'),
    coded('chunked,'),
  ])('%j: a fault', (fields) => {
    expect(() => checkTransferCodings(fields)).toThrow(
      expect.objectContaining({ failure: 'content-encoding' }),
    );
  });
});
