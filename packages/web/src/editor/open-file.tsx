/** A button that opens a text file of the reader's; it is read in the browser and goes nowhere. */
import { useRef } from 'preact/hooks';

export interface OpenFileProps {
  readonly label: string;
  /** As in the attribute `accept` of HTML. */
  readonly accept: string;
  readonly onOpen: (text: string) => void;
}

export function OpenFile({ label, accept, onOpen }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        class="hidden-input"
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file === undefined) return;
          onOpen(await readText(file));
          // The same file may be chosen again after it has changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

const GZIP_MAGIC = [0x1f, 0x8b];

/** The text of a file, unpacked where it is in gzip, as large sitemaps are. */
export async function readText(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, GZIP_MAGIC.length).arrayBuffer());
  if (!GZIP_MAGIC.every((octet, index) => start[index] === octet)) return file.text();
  const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).text();
}
