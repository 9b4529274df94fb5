import { describe, expect, test } from 'vitest';
import { nextSorting, type RowOptions, selectRows } from '../../src/check/rows.js';
import { toCsv, toJson, withRequests } from '../../src/check/verdict-export.js';
import { exportVerdicts } from '../../src/worker/export.js';

const VERDICTS = {
  urls: ['/b', '/A', '/c', '/a'],
  productTokens: ['x', 'y'],
  outcomes: Uint8Array.of(...[1, 1], ...[0, 1], ...[0, 0], ...[1, 0]),
};
const ALL: RowOptions = { shown: 'all', filter: '', sorting: undefined };

function rows(options: Partial<RowOptions>): number[] {
  return [...selectRows(VERDICTS, { ...ALL, ...options })];
}

describe('selectRows', () => {
  test('filters by verdict and by URL substring, case-insensitive', () => {
    expect(rows({})).toEqual([0, 1, 2, 3]);
    expect(rows({ shown: 'disallowed' })).toEqual([1, 2, 3]);
    expect(rows({ shown: 'allowed' })).toEqual([0]);
    expect(rows({ shown: 'differing' })).toEqual([1, 3]);
    expect(rows({ filter: ' /a ' })).toEqual([1, 3]);
  });

  test('sorts by URL or verdict, stably', () => {
    expect(rows({ sorting: { column: 'url', descending: false } })).toEqual([1, 3, 0, 2]);
    expect(rows({ sorting: { column: 'url', descending: true } })).toEqual([2, 0, 3, 1]);
    expect(rows({ sorting: { column: 0, descending: false } })).toEqual([1, 2, 0, 3]);
    expect(rows({ sorting: { column: 1, descending: true } })).toEqual([0, 1, 2, 3]);
  });

  test('does not sort by a column that is gone', () => {
    expect(rows({ sorting: { column: 2, descending: true } })).toEqual([0, 1, 2, 3]);
  });

  test('nextSorting cycles through ascending, descending and none', () => {
    const up = nextSorting(undefined, 'url');
    expect(up).toEqual({ column: 'url', descending: false });
    expect(nextSorting(up, 0)).toEqual({ column: 0, descending: false });
    const down = nextSorting(up, 'url');
    expect(down?.descending).toBe(true);
    expect(nextSorting(down, 'url')).toBeUndefined();
  });
});

function exported(robotsTxt: string, urls: readonly string[], productTokens: readonly string[], isBlocked = false) {
  const site = { robotsTxt, dialect: undefined, isBlocked };
  return exportVerdicts({ ...site, urls, productTokens });
}

const verdicts = exported('User-agent: *\nDisallow: /x,"y"\n', ['/x,"y"', '/z'], ['a']);

describe('exported verdicts', () => {
  test('have one entry per URL and product token with the deciding rule', () => {
    expect(verdicts).toEqual([
      {
        url: '/x,"y"',
        productToken: 'a',
        verdict: 'disallowed',
        reason: 'rule',
        rule: 'disallow: /x,"y"',
        line: 2,
      },
      { url: '/z', productToken: 'a', verdict: 'allowed', reason: 'no-rule' },
    ]);
    expect(JSON.parse(toJson(verdicts))).toEqual(verdicts);
  });

  test('have the requests of each crawler if an access log was opened', () => {
    const traffic = new Map([['/z', new Map([['a', 3]])]]);
    const rows = withRequests(verdicts, ['a'], traffic);
    expect(rows.map(({ requests }) => requests)).toEqual([0, 3]);
    expect(toCsv(rows)).toContain('/z,a,allowed,no-rule,,,3\r\n');
  });

  test('are written as CSV with a header, CRLF and quotes (RFC 4180)', () => {
    expect(toCsv(verdicts)).toBe(
      'url,productToken,verdict,reason,rule,line\r\n' +
        '"/x,""y""",a,disallowed,rule,"disallow: /x,""y""",2\r\n' +
        '/z,a,allowed,no-rule,,\r\n',
    );
  });

  test('contain no spreadsheet formulas in CSV', () => {
    const [verdict] = verdicts;
    if (verdict) expect(toCsv([{ ...verdict, url: '=1+1' }])).toContain("\r\n'=1+1,");
  });
});

test('rows and exports treat verdicts that do not govern a crawler as neither allowed nor disallowed', () => {
  const verdicts = { urls: ['/a'], productTokens: ['x', 'y'], outcomes: Uint8Array.of(1, 2) };
  const shows = (shown: RowOptions['shown']) => selectRows(verdicts, { ...ALL, shown }).length;
  expect([shows('all'), shows('disallowed'), shows('differing')]).toEqual([1, 0, 0]);
  const names = ['ChatGPT-User', 'AdsBot-Google', 'MyBot'];
  const rows = exported('User-agent: *\nDisallow: /\n', ['/a'], names);
  expect(rows.map(({ verdict }) => verdict)).toEqual(['not-governed', 'allowed', 'disallowed']);
});

test('without a robots.txt that can be fetched, all verdicts are unreachable', () => {
  const rows = exported('', ['/a', '/robots.txt'], ['MyBot'], true);
  expect(rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['unreachable', 'unreachable'],
    ['allowed', 'robots-txt'],
  ]);
});
