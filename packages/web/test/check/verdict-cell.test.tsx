import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { VerdictCell } from '../../src/check/verdict-cell.js';
import { showInApp } from '../support/show-in-app.js';

test('a verdict is a word, with the line that decides where one does', async () => {
  const file = parseRobotsTxt('User-agent: *\nDisallow: /x\n');
  const cell = (url: string, isAllowed: boolean, isStop: boolean) => (
    <VerdictCell
      {...{ file, isAllowed }}
      question={{ url, productToken: 'a' }}
      cell={{
        tabIndex: isStop ? 0 : -1,
        'aria-selected': isStop,
        'data-row': 0,
        'data-column': 0,
      }}
    />
  );
  const { root } = await showInApp(
    <table>
      <tbody>
        <tr>
          {cell('/x', false, true)}
          {cell('/y', true, false)}
        </tr>
      </tbody>
    </table>,
  );
  const [blocked, open] = root.querySelectorAll('td');
  expect(blocked?.textContent).toBe('disallowedline 22');
  expect([blocked?.tabIndex, blocked?.getAttribute('aria-selected')]).toEqual([0, 'true']);
  expect([open?.textContent, open?.tabIndex]).toEqual(['allowed', -1]);
});
