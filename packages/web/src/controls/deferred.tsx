/** Loads a component when it is first rendered. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadPart } from '../messages/load-part.js';
import { useLate, useMessages } from '../state/page.js';
import { Button } from './button.js';

/** Returns a component that loads the one with this name on first use, and again after a failure. */
export function deferred<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType {
  let loading: Promise<void> | undefined;
  let Loaded: ComponentType | undefined;
  const start = async () => {
    try {
      ({ [name]: Loaded } = await loadPart(load));
    } finally {
      loading = undefined;
    }
  };
  return function Deferred() {
    const messages = useMessages();
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
    const isLate = useLate(state === 'loading');
    useEffect(() => {
      if (state !== 'loading' || Loaded !== undefined) return;
      loading ??= start();
      loading.then(
        () => setState('loaded'),
        () => setState('failed'),
      );
    }, [state]);
    if (Loaded !== undefined) return <Loaded />;
    if (state !== 'failed') return isLate ? <p class="quiet">{messages.loading}</p> : null;
    return (
      <div class="pane failed inset error" role="alert">
        <p>{messages.loadFailed}</p>
        <Button onClick={() => setState('loading')}>{messages.tryAgain}</Button>
      </div>
    );
  };
}
