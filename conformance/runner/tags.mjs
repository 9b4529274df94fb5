/**
 * The tags of a case. Under RFC 9309 a case has one of three levels. A case is silent if the RFC does not define its verdict: an
 * input outside of the grammar, or one that its sentences leave open. When in doubt, it is silent.
 */

/** Start of IDs, of which the rest decides: the first match gives the level. Other cases are required. */
const LEVELS = [
  ['rfc9309-should', /case-sensitive|\/path-same-case|\/23\/capitals/],
  ['rfc9309-silent', /^(asking|overruled|lines\/[12459]|targets\/20|patterns\/15)\//],
  ['rfc9309-silent', /^lines\/3\/(line-separator|next-line|vertical-tab)/],
  ['rfc9309-silent', /^lines\/6\/(vertical-tab|form-feed|no-break)/],
  [
    'rfc9309-silent',
    /^lines\/7\/(in-the-field|before-the-colon|instead|names-nobody|in-a-product)/,
  ],
  ['rfc9309-must', /^lines\/8\/(any-case|noindex)/],
  ['rfc9309-silent', /^lines\/8\//],
  ['rfc9309-must', /^groups\/10\/(star|hyphen-and-underscore|hyphen-and-underscore-part)$/],
  ['rfc9309-silent', /^groups\/(10|15)\//],
  ['rfc9309-silent', /^groups\/12\/(no-record|unusable|slip|prefix|empty-path)/],
  ['rfc9309-must', /^patterns\/14\/(slash|two-slashes)/],
  ['rfc9309-silent', /^patterns\/14\//],
  [
    'rfc9309-silent',
    /^patterns\/16\/(dollar-(inside|literal|escaped|fragment|star)|two-dollars|star-escaped)/,
  ],
  ['rfc9309-must', /^bytes\/(unreserved\/|encoded\/(not-ascii|four-octets))/],
  ['rfc9309-should', /^(bytes|patterns)\/18\//],
  ['rfc9309-silent', /^bytes\//],
  [
    'rfc9309-must',
    /^targets\/19\/(query-(matched|missing|after|not|by)|double-slash|url-in-a-path|host-is)/,
  ],
  ['rfc9309-silent', /^targets\/19\//],
  ['rfc9309-should', /^precedence\/21\/tie-/],
  ['rfc9309-silent', /^precedence\/21\/(.*counts-|both-empty)/],
  ['rfc9309-silent', /^precedence\/22\/unusable/],
  ['rfc9309-silent', /\/23\/(fragment|after-dot-segments)/],
  [
    'rfc9309-silent',
    /^limits\/25\/(first-line-outside|far-outside|no-line-end|line-cut|what-follows|user-agent-line|octets-not-characters$|raised)/,
  ],
  ['rfc9309-must', /^koster1996\/3\.2\.2\/table-row-[1-5]$/],
  ['rfc9309-silent', /^koster1996\//],
  ['rfc9309-should', /^draft-koster-rep-00\/2\.2\.3\//],
  ['rfc9309-silent', /as-misprinted/],
  ['rfc9309-silent', /^google-page\/syntax\/(byte-order|not-utf-8|.*-without-path)/],
  ['rfc9309-silent', /^google-page\/user-agents\/(version|star)-in-the-file/],
  ['rfc9309-should', /^google-page\/precedence\/row-[24]$/],
  [
    'rfc9309-silent',
    /^rfc9309\/(2\.2\/empty-pattern|2\.2\.1\/header-table-header|2\.2\.2\/.*-lower-case-hex)/,
  ],
  ['rfc9309-should', /^rfc9309\/2\.2\.(2\/equivalent|3\/literal)/],
];

const OF_FILE = {
  aipref: ['aipref'],
  'content-signals': ['content-signal'],
  'page-rules': ['page-rules'],
  profiles: ['crawlers'],
  robustness: ['robustness'],
};

/** Rows of the table of dialects about bytes and sizes that a parser has to survive. */
const ROBUST_ROWS = [2, 4, 5, 25];

/**
 * @param {string} file name without extension
 * @param {{ id: string, rows?: number[] }} item
 * @param {string} dialect
 * @returns {string[]}
 */
export function tagsOf(file, { id, rows = [] }, dialect) {
  const ofFile = OF_FILE[/** @type {keyof typeof OF_FILE} */ (file)];
  if (ofFile !== undefined) return ofFile;
  if (file === 'rsl-tdmrep') return [id.startsWith('rsl-tdmrep/rsl') ? 'rsl' : 'tdmrep'];
  const level = LEVELS.find(([, start]) => /** @type {RegExp} */ (start).test(id));
  if (dialect !== 'rfc9309') return [dialect];
  const isRobust = rows.some((row) => ROBUST_ROWS.includes(row)) || id.includes('/hostile');
  return [String(level?.[0] ?? 'rfc9309-must'), ...(isRobust ? ['robustness'] : [])];
}
