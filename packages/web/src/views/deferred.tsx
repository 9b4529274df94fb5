/** A component that is loaded when it is first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useMessages } from '../state/app-context.js';

/** Loads once, whoever shows it how often. */
export function deferred(load: () => Promise<ComponentType>): ComponentType {
  let loading: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;
  return function Deferred() {
    const messages = useMessages();
    const [Content, setContent] = useState<{ readonly it: ComponentType } | undefined>(
      loaded && { it: loaded },
    );
    useEffect(() => {
      if (loaded !== undefined) return;
      loading ??= load();
      void loading.then((component) => {
        loaded = component;
        setContent({ it: component });
      });
    }, []);
    return Content === undefined ? <p class="quiet">{messages.loading}</p> : <Content.it />;
  };
}
