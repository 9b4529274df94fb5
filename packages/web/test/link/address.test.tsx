import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepInAddress } from '../../src/link/address.js';
import { writeFragment } from '../../src/link/fragment.js';
import { Store } from '../../src/state/app-context.js';
import { initialState } from '../../src/state/app-state.js';

describe('the address', () => {
  let end = () => {};
  let store = new Store(initialState('en'));
  beforeEach(() => {
    history.replaceState(null, '', location.pathname + location.search);
    store = new Store(initialState('en'));
    end = keepInAddress(store);
  });
  afterEach(() => {
    end();
    history.replaceState(null, '', location.pathname + location.search);
  });

  const said = () => expect.poll(() => location.hash);

  test('is left alone until something changes, and then says the state', async () => {
    expect(location.hash).toBe('');
    store.change({ lit: { deciding: 1, lost: [], userAgentLines: [] } });
    store.change({ urls: '/a' });
    store.change({ urls: '/ab' });
    await said().toBe(await writeFragment(store.state));
  });

  test('a change of view is a step of the history, and keeps what was typed before', async () => {
    store.change({ urls: '/typed' });
    const typed = await writeFragment(store.state);
    store.change({ view: 'diff' });
    await said().toBe(await writeFragment(store.state));
    history.back();
    await said().toBe(typed);
    await expect.poll(() => store.state.view).toBe('check');
    expect(store.state.urls).toBe('/typed');
    history.forward();
    await expect.poll(() => store.state.view).toBe('diff');
  });

  test('that is changed by hand is read, and a bad one is said', async () => {
    location.hash = await writeFragment({ ...initialState('en'), urls: '/by-hand' });
    await expect.poll(() => store.state.urls).toBe('/by-hand');
    location.hash = '#v1=AAAA';
    await expect.poll(() => store.state.linkProblem).toBe('damaged');
    store.change({ urls: '/next' });
    expect(store.state.linkProblem).toBeUndefined();
  });

  test('has no fragment where that would be too long', async () => {
    store.change({ urls: '/a' });
    await said().not.toBe('');
    const noise = crypto.getRandomValues(new Uint32Array(16_000));
    const urls = Array.from({ length: 4 }, () => noise.map((word) => word * 7).join('\n/'));
    store.change({ urls: `/${urls.join('/')}` });
    await said().toBe('');
    expect(history.state).toBe('too-long');
  });
});
