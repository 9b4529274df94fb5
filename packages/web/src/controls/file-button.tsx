/** A button that opens local files. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from './button.js';

export interface FileButtonProps {
  readonly label: ComponentChildren;
  /** The name of the file input, if the label is not a text. */
  readonly name?: string;
  /** The `accept` attribute of the file input; any file without it. */
  readonly accept?: string;
  /** Whether several files can be opened at once. */
  readonly multiple?: boolean;
  readonly onFiles: (first: File, ...others: File[]) => Promise<void> | void;
}

export function FileButton({ label, name, accept, multiple, onFiles }: FileButtonProps) {
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
        multiple={multiple}
        aria-label={name ?? String(label)}
        onChange={async ({ currentTarget }) => {
          const [first, ...others] = currentTarget.files ?? [];
          if (first === undefined) return;
          // Without this, choosing the same file again would not fire a change event.
          currentTarget.value = '';
          await onFiles(first, ...others);
        }}
      />
    </>
  );
}
