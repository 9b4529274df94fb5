import { render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { type Comparison, compare } from '../../src/diff/comparison.js';
import { ChangeList, DiffView, Outcome, useComparison } from '../../src/diff/diff-view.js';
import { en } from '../../src/messages/en.js';
import { showInApp } from '../support/show-in-app.js';

test('the editor’s text is what comes after, and may be taken as what was before', async () => {
  const { root, store } = await showInApp(<DiffView />, {
    robotsTxt: 'User-agent: *\nDisallow: /x\n',
  });
  const outcome = () => root.querySelector('[role=status] h2')?.textContent;
  await expect.poll(outcome).toBe('They differ');
  const [take, swap] = root.querySelectorAll('button');
  await act(() => take?.click());
  await expect.poll(outcome).toBe('Equivalent');
  await act(() => store.change({ robotsTxt: '' }));
  await expect.poll(() => root.querySelector('.newly-allowed')).not.toBeNull();
  await act(() => swap?.click());
  expect([store.state.before, store.state.robotsTxt]).toEqual([
    '',
    'User-agent: *\nDisallow: /x\n',
  ]);
  await expect.poll(() => root.querySelector('.newly-blocked')).not.toBeNull();
});

test('the line that a change lights goes out with the view', async () => {
  const { root, store } = await showInApp(<DiffView />, {
    robotsTxt: 'User-agent: *\nDisallow: /x\n',
  });
  await expect.poll(() => root.querySelector('.change .button')).not.toBeNull();
  await act(() => root.querySelector<HTMLButtonElement>('.change .button')?.click());
  expect(store.state.lit?.deciding).toBe(2);
  await act(() => render(null, root));
  expect(store.state.lit).toBeUndefined();
});

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

async function said(comparison: Comparison | 'failed' | undefined): Promise<string | undefined> {
  const { root } = await showInApp(<Outcome comparison={comparison} />);
  return root.querySelector('[role=status]')?.textContent ?? undefined;
}

const blocked = compare({
  before: '',
  after: 'User-agent: *\nDisallow: /x\n',
  dialect: 'rfc9309',
});

test('equivalence is said to be proved', async () => {
  expect(await said({ equivalent: true, complete: true, changes: [] })).toMatch(
    /^Equivalent.*proved.*no URL/,
  );
});

test('what is not decided is not said to be equivalent', async () => {
  expect(await said({ equivalent: 'undecided', complete: false, changes: [] })).toMatch(
    /^Undecided.*may be one/,
  );
});

test('changes are counted, and whether they are all is said', async () => {
  expect(await said(blocked)).toMatch(/block: 1.*allow: 0.*proved to be all/);
  expect(await said({ ...blocked, complete: false })).toMatch(/there may be more/);
  expect(await said(undefined)).toBe('Comparing …');
  expect(await said('failed')).toBe(en.failed);
});

test('the comparison follows both texts and the dialect, and is gone while they change', async () => {
  const View = () => {
    const answer = useComparison() ?? '…';
    const text = typeof answer === 'string' ? answer : answer.changes.map((one) => one.witness);
    return <p>{text}</p>;
  };
  const { root, store } = await showInApp(<View />, {
    before: '',
    robotsTxt: 'User-agent: *\nDisallow: /x*y\n',
  });
  expect(root.textContent).toBe('…');
  await expect.poll(() => root.textContent).toBe('/xy');
  await act(() => store.change({ dialect: 'koster1996' }));
  expect(root.textContent).toBe('…');
  await expect.poll(() => root.textContent).toBe('/x*y');
  await act(() => store.change({ before: store.state.robotsTxt }));
  await expect.poll(() => root.textContent).toBe('');
});
