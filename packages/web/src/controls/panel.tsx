/** A button that opens a panel over the page. Escape, a click elsewhere and the button close it. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from './button.js';

export interface PanelProps {
  /** The text of the button. */
  readonly label: ComponentChildren;
  /** Rendered while the panel is open. */
  readonly children: ComponentChildren;
}

export function Panel({ label, children }: PanelProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div class="panel">
      <Button class="button opens" aria-expanded={isOpen} popovertarget={id}>
        {label}
      </Button>
      <div id={id} class="popup" popover="auto" onToggle={({ newState }) => setOpen(newState === 'open')}>
        {isOpen && children}
      </div>
    </div>
  );
}
