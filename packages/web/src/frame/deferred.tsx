/** Loads a component when it is first rendered. */
import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useMessages } from '../state/app-context.js';

/** Returns a component that loads another one on first use. */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  return function Deferred(props) {
    const messages = useMessages();
    const [Content, setContent] = useState<
      { readonly component: ComponentType<Props> } | undefined
    >(loaded && { component: loaded });
    useEffect(() => {
      if (loaded !== undefined) return;
      loading ??= load();
      void loading.then((component) => {
        loaded = component;
        setContent({ component });
      });
    }, []);
    return Content === undefined ? (
      <p class="quiet">{messages.loading}</p>
    ) : (
      <Content.component {...props} />
    );
  };
}
