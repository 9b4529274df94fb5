import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { syncAddress } from '../../src/link/address.js';
import { sharedValues, writeFragment } from '../../src/link/fragment.js';
import { testSite } from '../../src/live/tested-site.js';
import { change, initialValues, pageState } from '../../src/state/page-state.js';

describe('the address', () => {
  let end = () => {};
  let state = pageState(initialValues('en'));
  beforeEach(() => {
    history.replaceState(null, '', location.pathname + location.search);
    state = pageState(initialValues('en'));
    end = syncAddress(state);
  });
  afterEach(() => {
    end();
    history.replaceState(null, '', location.pathname + location.search);
  });

  const hash = () => expect.poll(() => location.hash);

  test('stays empty until the state changes', async () => {
    expect(location.hash).toBe('');
    change(state, { isEditing: true });
    change(state, { urls: '/a' });
    change(state, { urls: '/ab' });
    await hash().toBe(await writeFragment(sharedValues(state)));
  });

  test('adds a history entry per change of view and preserves pending edits', async () => {
    change(state, { urls: '/typed' });
    const typed = await writeFragment(sharedValues(state));
    change(state, { view: 'compare' });
    await hash().toBe(await writeFragment(sharedValues(state)));
    history.back();
    await hash().toBe(typed);
    await expect.poll(() => state.view.value).toBe('check');
    expect(state.urls.value).toBe('/typed');
    history.forward();
    await expect.poll(() => state.view.value).toBe('compare');
  });

  test('opening a link keeps the results that its values do not change', async () => {
    const result = { urls: [], invalidUrls: [], productTokens: [], audiences: [] };
    const checked = { ...result, outcomes: new Uint8Array(), lines: new Uint32Array() };
    state.checked.value = checked;
    location.hash = '#v1=AAAA';
    await expect.poll(() => state.linkProblem.value).toBe('damaged');
    expect(state.checked.value).toBe(checked);
  });

  test('updates the state after a manual change and reports damaged links', async () => {
    location.hash = await writeFragment({ ...initialValues('en'), urls: '/by-hand' });
    await expect.poll(() => state.urls.value).toBe('/by-hand');
    location.hash = '#v1=AAAA';
    await expect.poll(() => state.linkProblem.value).toBe('damaged');
    change(state, { urls: '/next' });
    expect(state.linkProblem.value).toBeUndefined();
  });

  test('shows the entry that was opened last, however long another one takes', async () => {
    const { arrayBuffer } = Response.prototype;
    const fragments = await Promise.all(['/first', '/last'].map((urls) => writeFragment({ ...initialValues('en'), urls })));
    vi.spyOn(Response.prototype, 'arrayBuffer').mockImplementationOnce(async function (this: Response) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return await arrayBuffer.call(this);
    });
    for (const fragment of fragments) {
      history.replaceState(null, '', fragment);
      dispatchEvent(new PopStateEvent('popstate'));
    }
    await expect.poll(() => state.urls.value).toBe('/last');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(state.urls.value).toBe('/last');
  });

  test('is not replaced by a site that was requested before', async () => {
    const fetched = vi.spyOn(window, 'fetch').mockReturnValueOnce(new Promise(() => {}));
    void testSite('a.example', state, { refresh: false });
    expect(state.loadingSite.value).toBe('a.example');
    history.replaceState(null, '', await writeFragment({ ...initialValues('en'), urls: '/opened' }));
    dispatchEvent(new PopStateEvent('popstate'));
    await expect.poll(() => state.urls.value).toBe('/opened');
    expect([fetched.mock.calls[0]?.[1]?.signal?.aborted, state.loadingSite.value]).toEqual([true, undefined]);
  });

  test('is not changed by an edit of the entry before', async () => {
    const noise = Array.from(crypto.getRandomValues(new Uint32Array(16_000))).join('');
    change(state, { view: 'compare', robotsTxt: noise });
    await hash().not.toBe('');
    change(state, { view: 'block', before: noise });
    const opened = await writeFragment({ ...initialValues('en'), urls: '/opened' });
    history.replaceState(null, '', opened);
    dispatchEvent(new PopStateEvent('popstate'));
    await expect.poll(() => state.urls.value).toBe('/opened');
    // Enough for the edits to be compressed.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([state.urls.value, location.hash]).toEqual(['/opened', opened]);
  });

  test('has no fragment if it would be too long', async () => {
    change(state, { urls: '/a' });
    await hash().not.toBe('');
    const noise = crypto.getRandomValues(new Uint32Array(16_000));
    const urls = Array.from({ length: 4 }, () => noise.map((word) => word * 7).join('\n/'));
    change(state, { urls: `/${urls.join('/')}` });
    await hash().toBe('');
    expect(history.state).toContain('"/');
    // Both entries have the same address.
    change(state, { view: 'compare' });
    await expect.poll(() => history.state).toContain('"compare"');
    history.back();
    await expect.poll(() => state.view.value).toBe('check');
    history.forward();
    await expect.poll(() => state.view.value).toBe('compare');
  });
});
