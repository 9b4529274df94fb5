import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { ChangeList } from '../../src/diff/change-list.js';
import { compare } from '../../src/diff/comparison.js';
import { showInApp } from '../support/show-in-app.js';

const { changes } = compare({
  before: 'User-agent: *\nDisallow: /y\n',
  after: 'User-agent: *\nDisallow: /y\nDisallow: /x\n',
  dialect: 'rfc9309',
});

function button(root: HTMLElement, name: string): HTMLButtonElement {
  const found = [...root.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  );
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found;
}

describe('the list of changes', () => {
  test('has path, crawler, witness, and what decides on each side', async () => {
    const { root } = await showInApp(<ChangeList effect="newly-blocked" changes={changes} />);
    expect(root.querySelector('h3')?.textContent).toBe('/x*');
    expect(root.querySelector('.witness')?.textContent).toBe('such as /x');
    const sides = [...root.querySelectorAll('.sides > div')].map((side) => side.textContent);
    expect(sides).toEqual(['Beforeallowed no rule matches', 'Afterdisallowed line 3 Disallow: /x']);
  });

  test('shows the deciding line, and takes the witness to the URLs once', async () => {
    const { root, store } = await showInApp(
      <ChangeList effect="newly-blocked" changes={changes} />,
      { urls: '/a' },
    );
    await act(() => button(root, 'Show line 3').click());
    expect(store.state.lit?.deciding).toBe(3);
    await act(() => button(root, 'Add to the URLs').click());
    await act(() => button(root, 'Add to the URLs').click());
    expect(store.state.urls).toBe('/a\n/x\n');
  });

  test('of thousands shows some, and more on demand', async () => {
    const [change] = changes;
    if (change === undefined) throw new Error('there is a change');
    const many = Array.from({ length: 120 }, (_, id) => ({ ...change, pattern: `/${id}` }));
    const { root } = await showInApp(<ChangeList effect="newly-blocked" changes={many} />);
    expect(root.querySelectorAll('li')).toHaveLength(50);
    await act(() => button(root, 'Show more (70)').click());
    await act(() => button(root, 'Show more (20)').click());
    expect(root.querySelectorAll('li')).toHaveLength(120);
    expect(root.querySelector('.more')).toBeNull();
  });

  test('without a change is not there', async () => {
    const { root } = await showInApp(<ChangeList effect="newly-allowed" changes={[]} />);
    expect(root.textContent).toBe('');
  });
});
