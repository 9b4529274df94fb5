import { expect, test } from 'vitest';
import { isAskable } from '../../src/state/askable.js';

test('what core takes can be asked, and what it throws at cannot', () => {
  expect(['/a', '//a/b', 'https://a.example', 'http://a b/c'].map((url) => isAskable(url))).toEqual(
    [true, true, true, true],
  );
  expect(['a', 'a:1/b', 'mailto:a@b', '//', ''].map((url) => isAskable(url))).toEqual([
    ...[false, false, false, false, false],
  ]);
  expect([isAskable('/', 'ExampleBot'), isAskable('/', 'Example Bot'), isAskable('/', '')]).toEqual(
    [true, false, false],
  );
});
