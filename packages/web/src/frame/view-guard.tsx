/** Around a view: where it cannot be shown, that is said in its place. */
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { useApp } from '../state/app-context.js';

/** What was on the page before an error would stay there, and be taken for the answer. */
export function ViewGuard({ children }: { readonly children: ComponentChildren }) {
  const { store, messages } = useApp();
  const [error, tryAgain] = useErrorBoundary((slip) => reportError(slip));
  useEffect(
    () => (error === undefined ? undefined : store.subscribe(tryAgain)),
    [store, error, tryAgain],
  );
  return error === undefined ? (
    children
  ) : (
    <p class="failed" role="alert">
      {messages.failed}
    </p>
  );
}
