/** A button that opens a local file, and notices about its encoding. The file never leaves the browser. */
import { useState } from 'preact/hooks';
import { FileButton, type FileButtonProps } from '../controls/file-button.js';
import { loadPart } from '../messages/load-part.js';
import { useMessages } from '../state/page.js';
import { unpack } from '../state/unpack.js';
import type { OpenedText } from './opened-text.js';

export interface OpenFileProps extends Omit<FileButtonProps, 'onFiles'> {
  /** Receives the text with LF line ends, as the editor stores it. */
  readonly onOpen: (opened: OpenedText) => void;
}

export function OpenFile({ onOpen, ...button }: OpenFileProps) {
  const { editor: texts, fill } = useMessages();
  const [isTooLarge, setTooLarge] = useState(false);
  const open = async (file: File) => {
    const bytes = await readBytes(file);
    setTooLarge(bytes === undefined);
    if (bytes === undefined) return;
    // Loaded on demand: most visitors never open a file.
    const { readOpened } = await loadPart(() => import('./opened-text.js'));
    const opened = readOpened(bytes);
    onOpen({ ...opened, text: opened.text.replace(/\r\n?/g, '\n') });
  };
  return (
    <>
      <FileButton {...button} onFiles={open} />
      {isTooLarge && (
        <span class="hint" role="alert">
          {fill(texts.tooLarge, { limit: MAX_MEGABYTES })}
        </span>
      )}
    </>
  );
}

/** Uncompressed size. About a second of work for an access log. */
export const MAX_MEGABYTES = 50;
const MAX_BYTES = MAX_MEGABYTES * 1_000_000;
const GZIP_MAGIC = [0x1f, 0x8b];

/** Reads a file and unpacks it if it is gzip, as large sitemaps are. Returns undefined if it is too large. */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (GZIP_MAGIC.some((byte, index) => bytes[index] !== byte)) return bytes;
  // Damaged gzip is shown as it is and then reported as binary or as invalid URLs.
  return await unpack(file, 'gzip', MAX_BYTES).catch(() => bytes);
}

export interface OpenedNoticeProps {
  readonly opened: OpenedText | undefined;
  /** The current text; notices appear only while it is the opened one. */
  readonly text: string;
}

export function OpenedNotice({ opened, text }: OpenedNoticeProps) {
  const { editor: texts, fill } = useMessages();
  const isCurrent = opened !== undefined && opened.text === text;
  return (
    <div role="status">
      {isCurrent && opened.encoding !== 'utf-8' && <p class="notice warning">{texts.utf16}</p>}
      {isCurrent && opened.invalidBytes && (
        <p class="notice warning">
          {fill(texts.notUtf8, {
            count: opened.invalidBytes.count,
            first: opened.invalidBytes.first,
            line: String(opened.invalidBytes.line),
          })}
        </p>
      )}
    </div>
  );
}
