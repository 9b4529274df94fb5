import { lint, parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { Findings } from '../../src/editor/findings.js';
import { en } from '../../src/messages/en.js';
import { showInApp } from '../support/show-in-app.js';

test('each finding can be gone to, and mended where there is a mend', async () => {
  const diagnostics = lint(parseRobotsTxt('User-agent: *\nDissallow: /x\nFoo: bar\n'));
  const calls: string[] = [];
  const { root } = await showInApp(
    <Findings
      diagnostics={diagnostics}
      isStale={false}
      hasFailed={false}
      onGoTo={({ code }) => calls.push(`go ${code}`)}
      onFix={({ code }) => calls.push(`fix ${code}`)}
    />,
  );
  expect(root.querySelector('[role=status]')?.textContent).toBe(`${diagnostics.length} findings`);
  for (const button of root.querySelectorAll('button')) button.click();
  expect(calls).toContain('go misspelt-field');
  expect(calls).toContain('fix misspelt-field');
  expect(calls).not.toContain('fix unknown-field');
});

test('nothing is said before the text was looked over, and that there is nothing after it', async () => {
  const nothing = () => {};
  const before = await showInApp(
    <Findings
      diagnostics={undefined}
      isStale={true}
      hasFailed={false}
      onGoTo={nothing}
      onFix={nothing}
    />,
  );
  expect(before.root.textContent).toBe('');
  const after = await showInApp(
    <Findings
      diagnostics={[]}
      isStale={false}
      hasFailed={false}
      onGoTo={nothing}
      onFix={nothing}
    />,
  );
  expect(after.root.textContent).toBe('Nothing found');
});

test('of very many findings some are shown, and how many more there are', async () => {
  const many = lint(parseRobotsTxt('Foo: bar\n'.repeat(230)));
  const nothing = () => {};
  const { root } = await showInApp(
    <Findings
      diagnostics={many}
      isStale={true}
      hasFailed={false}
      onGoTo={nothing}
      onFix={nothing}
    />,
  );
  expect(root.querySelectorAll('li')).toHaveLength(200);
  expect(root.textContent).toContain('and 30 more');
  const mends = [...root.querySelectorAll<HTMLButtonElement>('.button')];
  expect(mends.every(({ disabled }) => disabled)).toBe(true);
});

test('the worst come first, and those that are as bad in the order of the file', async () => {
  const nothing = () => {};
  const diagnostics = lint(
    parseRobotsTxt('Foo: bar\nAllow: /\nUser-agent: *\nDissallow: /x\nAlow: /y\n'),
  );
  const { root } = await showInApp(
    <Findings
      diagnostics={diagnostics}
      isStale={false}
      hasFailed={false}
      onGoTo={nothing}
      onFix={nothing}
    />,
  );
  const severities = [...root.querySelectorAll('li')].map(({ className }) => className);
  expect(severities[0]).toBe('error');
  expect(severities.lastIndexOf('warning')).toBeLessThan(severities.indexOf('info'));
  const lines = [...root.querySelectorAll('.warning .finding .line-number')].map(
    ({ textContent }) => Number(textContent?.slice('line '.length)),
  );
  expect(lines).toEqual(lines.toSorted((one, other) => one - other));
});

test('findings of another text have no mend, and in a while it is said that work is going on', async () => {
  const nothing = () => {};
  const diagnostics = lint(parseRobotsTxt('User-agent: *\nDissallow: /x\n'));
  const findings = (isStale: boolean) => (
    <Findings {...{ diagnostics, isStale }} hasFailed={false} onGoTo={nothing} onFix={nothing} />
  );
  const { root, rerender } = await showInApp(findings(true));
  const mends = () => [...root.querySelectorAll<HTMLButtonElement>('.button')];
  expect(mends().every(({ disabled }) => disabled)).toBe(true);
  const said = () => root.querySelector('[role=status]')?.textContent;
  await expect.poll(said).toBe(en.findings.looking);
  expect(mends()).toEqual([]);
  await rerender(findings(false));
  expect([mends().some(({ disabled }) => disabled), said()]).toEqual([
    ...[false, en.findings.count(diagnostics.length)],
  ]);
  expect(mends()).toHaveLength(diagnostics.filter(({ fix }) => fix).length);
});

test('that looking has met an error is said in place of what was found before', async () => {
  const nothing = () => {};
  const diagnostics = lint(parseRobotsTxt('Foo: bar\n'));
  const { root } = await showInApp(
    <Findings
      {...{ diagnostics }}
      isStale={true}
      hasFailed={true}
      onGoTo={nothing}
      onFix={nothing}
    />,
  );
  expect(root.textContent).toBe(en.failed);
});
