import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Moves the focus to the content of the page if the element that had it is removed, such as a button of the view before or of a
 * fixed mistake. Otherwise the keyboard would start again at the top of the page, and screen readers would fall silent.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let focused: EventTarget | null = document.activeElement;
    const remember = ({ target }: FocusEvent) => {
      focused = target;
    };
    const observer = new MutationObserver(() => {
      const isLost = focused instanceof Node && !focused.isConnected;
      if (isLost && document.activeElement === document.body) {
        content.current?.focus({ preventScroll: true });
      }
    });
    addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [content]);
}
