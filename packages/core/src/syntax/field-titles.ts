/** The usual spelling of each field: case-insensitive to read, but written in one way (RFC 9309 2.2). */
import type { FieldName } from '../dialect.js';

export const FIELD_TITLES: Readonly<Record<FieldName, string>> = {
  'user-agent': 'User-agent',
  allow: 'Allow',
  disallow: 'Disallow',
  sitemap: 'Sitemap',
  'crawl-delay': 'Crawl-delay',
  'request-rate': 'Request-rate',
  'visit-time': 'Visit-time',
  host: 'Host',
  'clean-param': 'Clean-param',
  noindex: 'Noindex',
  'content-signal': 'Content-Signal',
  'content-usage': 'Content-Usage',
  license: 'License',
};
