import { expect, test } from 'vitest';
import { linted, lintJunit, withMessage } from '../support/linted.js';

const file = linted('User-agent: *\nDisallow: a\nfish\n', { name: 'a&b.txt' });

test('one suite per file and one case per diagnostic', () => {
  expect(lintJunit([file, linted('')], false)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="repkit lint" tests="3" failures="1" errors="0">
  <testsuite name="a&amp;b.txt" tests="2" failures="1" errors="0">
    <testcase classname="a&amp;b.txt" name="2:11 unusable-path">
      <failure type="error" message="&quot;a&quot; does not start with &quot;/&quot;, so this rule matches nothing. Did you mean &quot;/a&quot;?">a&amp;b.txt:2:11: error: &quot;a&quot; does not start with &quot;/&quot;, so this rule matches nothing. Did you mean &quot;/a&quot;? (RFC 9309 2.2.2)</failure>
    </testcase>
    <testcase classname="a&amp;b.txt" name="3:1 not-a-record">
      <system-out>a&amp;b.txt:3:1: warning: This line is not of the form &quot;Field: value&quot;, so crawlers ignore it. Start comments with &quot;#&quot;. (RFC 9309 2.2)</system-out>
    </testcase>
  </testsuite>
  <testsuite name="robots.txt" tests="1" failures="0" errors="0">
    <testcase classname="robots.txt" name="lint"/>
  </testsuite>
</testsuites>
`);
});

test('warnings are failures if there are too many', () => {
  const report = lintJunit([file], true);
  expect(report).toContain('tests="2" failures="2"');
  expect(report).toContain('<failure type="warning"');
});

test('XML 1.0 2.2: forbidden characters and markup are escaped', () => {
  const hostile = withMessage(']]></failure><x a="\x00\x1b\uffff\ud800">', file);
  const report = lintJunit([hostile], false);
  expect(report).toContain(
    ']]&gt;&lt;/failure&gt;&lt;x a=&quot;\\x00\\x1b\\u{ffff}\\u{d800}&quot;&gt;',
  );
});
