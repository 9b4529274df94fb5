import { expect, test } from 'vitest';
import { Choice } from '../../src/controls/choice.js';
import { showInApp } from '../support/show-in-app.js';

test('has a label, shows its value and reports the chosen value', async () => {
  const chosen: string[] = [];
  const { root } = await showInApp(
    <Choice
      label="Color"
      value="b"
      options={[
        ['a', 'One'],
        ['b', 'Two'],
      ]}
      onChange={(value) => chosen.push(value)}
    />,
  );
  const select = root.querySelector('select');
  expect([select?.labels?.[0]?.textContent?.startsWith('Color'), select?.value]).toEqual([...[true, 'b']]);
  if (select) select.value = 'a';
  select?.dispatchEvent(new Event('change', { bubbles: true }));
  expect(chosen).toEqual(['a']);
});
