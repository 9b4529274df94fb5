/** A button that opens a panel over the page. Escape, a click elsewhere and the button close it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from './button.js';

export interface PanelProps {
  /** The text of the button. */
  readonly label: ComponentChildren;
  /** Rendered while the panel is open. */
  readonly children: ComponentChildren;
}

export function Panel({ label, children }: PanelProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: Event) => {
      // A click can remove its target from the page, such as the button that removes a crawler.
      const isInside =
        target instanceof Node && (box.current?.contains(target) || !target.isConnected);
      if (!isInside) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the panel closes it, whatever has the focus.
    <div
      class="panel"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isOpen) return;
        event.preventDefault();
        setOpen(false);
        box.current?.querySelector('button')?.focus();
      }}
    >
      <Button
        class="button opens"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div id={id} class="popup">
          {children}
        </div>
      )}
    </div>
  );
}
