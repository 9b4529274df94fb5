import { expect, test } from 'vitest';
import { defaultStoreFile } from '../../src/input/fetch-robots.js';

test.each([
  ['linux', {}, '/home/ann', '/home/ann/.cache/repkit/robots.sqlite'],
  ['freebsd', {}, '/home/ann', '/home/ann/.cache/repkit/robots.sqlite'],
  ['darwin', {}, '/Users/ann', '/Users/ann/Library/Caches/repkit/robots.sqlite'],
  ['linux', { XDG_CACHE_HOME: '/var/c' }, '/home/ann', '/var/c/repkit/robots.sqlite'],
  ['darwin', { XDG_CACHE_HOME: '/var/c' }, '/Users/ann', '/var/c/repkit/robots.sqlite'],
  ['linux', { XDG_CACHE_HOME: 'c' }, '/home/ann', '/home/ann/.cache/repkit/robots.sqlite'],
  ['linux', { XDG_CACHE_HOME: '' }, '/home/ann', '/home/ann/.cache/repkit/robots.sqlite'],
  ['win32', { LOCALAPPDATA: 'D:\\L' }, 'C:\\ann', 'D:\\L\\repkit\\robots.sqlite'],
  ['win32', {}, 'C:\\ann', 'C:\\ann\\AppData\\Local\\repkit\\robots.sqlite'],
])('%s, %j', (platform, env, home, file) => {
  expect(defaultStoreFile({ platform, env, homeDirectory: () => home })).toBe(file);
});

test('the home folder is not looked up if it is not needed', () => {
  const homeDirectory = () => {
    throw new Error('no home');
  };
  const env = { XDG_CACHE_HOME: '/c' };
  expect(defaultStoreFile({ platform: 'linux', env, homeDirectory })).toBe('/c/repkit/robots.sqlite');
  expect(() => defaultStoreFile({ platform: 'linux', env: {}, homeDirectory })).toThrow('no home');
});
