import { describe, expect, test } from 'vitest';
import { commonOrigin, readUrls } from '../../src/check/urls.js';

describe('a list of URLs', () => {
  test('has one a line, each once, and paths too', () => {
    expect(readUrls(' https://a.example/b \r\n\n/c?d\rhttps://a.example/b\n')).toEqual({
      urls: ['https://a.example/b', '/c?d'],
      refused: [],
    });
  });

  test('gives back what is no URL', () => {
    expect(readUrls('example\nhttps://\n/a').refused).toEqual(['example', 'https://']);
  });
});

test('the common origin is that of all URLs, or none', () => {
  expect(commonOrigin(['https://a.example/x', 'https://a.example/?y'])).toBe('https://a.example');
  expect(commonOrigin(['https://a.example/x', 'https://a.example.org/x'])).toBe('');
  expect(commonOrigin(['https://a.example/x', '/x'])).toBe('');
  expect(commonOrigin(['/x', '/y'])).toBe('');
  expect(commonOrigin([])).toBe('');
});
