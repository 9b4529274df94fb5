import { describe, expect, test } from 'vitest';
import { readTarget, targetText } from '../../src/match/target.js';
import { slashBeforeDot } from '../../src/match/web-target.js';
import { bytes, tablesOf } from '../support/make.js';
import { wordsOf } from '../support/words.js';

const target = (url: string) => targetText(readTarget(url, tablesOf()), url);

describe('dot segments', () => {
  test.each([
    ['/', -1],
    ['', -1],
    ['.', -1],
    ['/.', 0],
    ['/a/..b', 2],
    ['/a?/.', 3],
    ['/a./b', -1],
  ])('%j: the slash before the first dot is at %i', (path, place) => {
    expect(slashBeforeDot(bytes(`/.${path}/.`), 2, 2 + path.length)).toBe(place < 0 ? -1 : 2 + place);
  });

  test('like `new URL`: every path of up to five of six pieces', () => {
    for (const path of wordsOf(['a', '.', '..', '/', '%2e', '?'], 5)) {
      const { pathname, search } = new URL(`http://h/${path}`);
      const query = search === '' && path.includes('?') ? '?' : search;
      const [canonical] = pathname.replaceAll('%2e', '.').split('?');
      expect([path, target(`http://h/${path}`)]).toEqual([path, canonical + query.replaceAll('%2e', '.')]);
    }
  });

  test('worst case: linear: a megabyte of segments', () => {
    for (const unit of ['/..', '/.', '/', '/a', '/a/..']) {
      expect(target(`http://h${unit.repeat(1_000_000 / unit.length)}`)[0]).toBe('/');
    }
  });
});
