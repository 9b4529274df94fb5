import { describe, expect, test } from 'vitest';
import { lineCodes } from '../../support/make.js';

describe('values of other records', () => {
  test.each(['http://h/s.xml', 'HTTPS://h', 'ftp://h/s'])('sitemaps.org: %s is absolute', (url) => {
    expect(lineCodes(`sitemap: ${url}`)).toEqual([]);
  });

  test.each(['', '/s.xml', '//h/s.xml', 'h/s.xml', 'http:/h'])(
    'sitemaps.org: "%s" is not absolute',
    (url) => {
      expect(lineCodes(`sitemap: ${url}`)).toEqual(['sitemap-not-absolute']);
    },
  );

  test.each(['0', '10', '0.5', '.5', '5.'])('extension: %s is a delay', (delay) => {
    expect(lineCodes(`crawl-delay: ${delay}`)).toEqual([]);
  });

  test.each(['', '-1', '1,5', '5s', '1e3', 'ten'])('extension: "%s" is not a delay', (delay) => {
    expect(lineCodes(`crawl-delay: ${delay}`)).toEqual(['crawl-delay-not-a-number']);
  });
});
