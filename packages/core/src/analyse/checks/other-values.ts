/** Checks of the values of other records. */
import { isAbsoluteUrl, parseDelay } from '../../syntax/other-values.js';
import { type LineCheck, quoted, writtenValue } from './check.js';

export const otherValueChecks: readonly LineCheck[] = [
  {
    code: 'sitemap-not-absolute',
    about: 'value',
    severity: 'warning',
    clause: 'sitemaps.org',
    find: ({ record }) =>
      record.kind === 'sitemap' && !isAbsoluteUrl(writtenValue(record))
        ? {
            message: `${quoted(writtenValue(record))} is no absolute URL; crawlers cannot follow it.`,
          }
        : undefined,
  },
  {
    code: 'crawl-delay-not-a-number',
    about: 'value',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    find: ({ record }) =>
      record.kind === 'crawl-delay' && parseDelay(writtenValue(record)) === undefined
        ? { message: `${quoted(writtenValue(record))} is no number of seconds.` }
        : undefined,
  },
];
