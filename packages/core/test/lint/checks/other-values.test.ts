import { describe, expect, test } from 'vitest';
import { lineCodes, lineDiagnostics } from '../../support/make.js';

describe('values of other records', () => {
  test.each(['http://h/s.xml', 'HTTPS://h/s', 'ftp://h/s'])('sitemaps.org: %s is absolute', (url) => {
    expect(lineCodes(`sitemap: ${url}`)).toEqual([]);
  });

  test.each(['', '/s.xml', '//h/s.xml', 'h/s.xml', 'http:/h'])('sitemaps.org: "%s" is not absolute', (url) => {
    expect(lineCodes(`sitemap: ${url}`)).toEqual(['sitemap-not-absolute']);
  });

  test.each([
    'http://h:8080/s.xml',
    'https://h.example?s=1',
    'http://[::1]/s',
    'http://h_1/@s',
    'http://h/s.xml#news',
    'http://h/s.xml #/a.xml',
    'http://bücher.example/s',
  ])('sitemaps.org: %s can be fetched', (url) => {
    expect(lineCodes(`sitemap: ${url}`)).toEqual([]);
  });

  test.each([
    'http://h/s.xml, http://h/t.xml',
    'http://h/my\tmap.xml',
    'htp://h/s.xml',
    'file:///s.xml',
    'https://me:secret@h/s.xml',
    'http:///s.xml',
    'https://https://h/s.xml',
    'https://{{host}}/s.xml',
    'https://h/#/s.xml',
    'https://h/#sitemap.xml',
  ])('sitemaps.org: "%s" cannot be fetched', (url) => {
    expect(lineCodes(`sitemap: ${url}`)).toEqual(['sitemap-not-fetchable']);
  });

  test.each(['0', '10', '0.5', '.5', '5.'])('extension: %s is a delay', (delay) => {
    expect(lineCodes(`user-agent: a\ncrawl-delay: ${delay}`)).toEqual([]);
  });

  test.each([
    ['864.5', '99 requests'],
    ['86400', '1 request'],
    ['100000', 'less than 1 request'],
  ])('extension: a delay of %s s allows %s per day', (delay, requests) => {
    const [found] = lineDiagnostics(`user-agent: a\ncrawl-delay: ${delay}`);
    expect(found.code).toBe('crawl-delay-too-long');
    expect(found.message).toContain(`may send ${requests} per day.`);
  });

  test.each(['', '-1', '1,5', '5s', '1e3', 'ten'])('extension: "%s" is not a delay', (delay) => {
    expect(lineCodes(`user-agent: a\ncrawl-delay: ${delay}`)).toEqual(['crawl-delay-not-a-number']);
  });
});
