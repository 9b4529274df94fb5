import { expect, test } from 'vitest';
import { Choice } from '../../src/frame/choice.js';
import { showInApp } from '../support/show-in-app.js';

test('a choice has its label, shows its value, and tells the value that is chosen', async () => {
  const chosen: string[] = [];
  const { root } = await showInApp(
    <Choice
      label="Colour"
      value="b"
      options={[
        ['a', 'One'],
        ['b', 'Two'],
      ]}
      onChange={(value) => chosen.push(value)}
    />,
  );
  const select = root.querySelector('select');
  expect([select?.labels?.[0]?.textContent?.startsWith('Colour'), select?.value]).toEqual([
    ...[true, 'b'],
  ]);
  if (select) select.value = 'a';
  select?.dispatchEvent(new Event('change', { bubbles: true }));
  expect(chosen).toEqual(['a']);
});
