import { describe, expect, test } from 'vitest';
import { readUrls } from '../../src/check/urls.js';

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
