/** A button that opens a local file. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from './button.js';

export interface FileButtonProps {
  readonly label: ComponentChildren;
  /** The name of the file input, if the label is not a text. */
  readonly name?: string;
  /** The `accept` attribute of the file input. */
  readonly accept: string;
  readonly onFile: (file: File) => Promise<void>;
}

export function FileButton({ label, name, accept, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <input
        ref={input}
        // The button opens it.
        hidden
        type="file"
        accept={accept}
        aria-label={name ?? String(label)}
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file === undefined) return;
          // Without this, choosing the same file again would not fire a change event.
          currentTarget.value = '';
          await onFile(file);
        }}
      />
    </>
  );
}
