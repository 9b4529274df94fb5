import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { syncAddress } from '../../src/link/address.js';
import { writeFragment } from '../../src/link/fragment.js';
import { Store } from '../../src/state/app-context.js';
import { initialState } from '../../src/state/app-state.js';

describe('the address', () => {
  let end = () => {};
  let store = new Store(initialState('en'));
  beforeEach(() => {
    history.replaceState(null, '', location.pathname + location.search);
    store = new Store(initialState('en'));
    end = syncAddress(store);
  });
  afterEach(() => {
    end();
    history.replaceState(null, '', location.pathname + location.search);
  });

  const hash = () => expect.poll(() => location.hash);

  test('stays empty until the state changes', async () => {
    expect(location.hash).toBe('');
    store.change({ highlighted: { deciding: 1, allows: false, lost: [], userAgentLines: [] } });
    store.change({ urls: '/a' });
    store.change({ urls: '/ab' });
    await hash().toBe(await writeFragment(store.state));
  });

  test('adds a history entry per change of view and preserves pending edits', async () => {
    store.change({ urls: '/typed' });
    const typed = await writeFragment(store.state);
    store.change({ view: 'diff' });
    await hash().toBe(await writeFragment(store.state));
    history.back();
    await hash().toBe(typed);
    await expect.poll(() => store.state.view).toBe('check');
    expect(store.state.urls).toBe('/typed');
    history.forward();
    await expect.poll(() => store.state.view).toBe('diff');
  });

  test('updates the state after a manual change and reports damaged links', async () => {
    location.hash = await writeFragment({ ...initialState('en'), urls: '/by-hand' });
    await expect.poll(() => store.state.urls).toBe('/by-hand');
    location.hash = '#v1=AAAA';
    await expect.poll(() => store.state.linkProblem).toBe('damaged');
    store.change({ urls: '/next' });
    expect(store.state.linkProblem).toBeUndefined();
  });

  test('has no fragment if it would be too long', async () => {
    store.change({ urls: '/a' });
    await hash().not.toBe('');
    const noise = crypto.getRandomValues(new Uint32Array(16_000));
    const urls = Array.from({ length: 4 }, () => noise.map((word) => word * 7).join('\n/'));
    store.change({ urls: `/${urls.join('/')}` });
    await hash().toBe('');
    expect(history.state).toBe('too-long');
  });
});
