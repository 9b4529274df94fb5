/** A button that opens a local file, with a notice about what is wrong with it. The file never leaves the browser. */
import { useState } from 'preact/hooks';
import { FileButton, type FileButtonProps } from '../controls/file-button.js';
import { loadPart } from '../messages/load-part.js';
import type { Messages } from '../messages/messages.js';
import { useMessages, useStatus } from '../state/page.js';
import type { OpenedText } from '../worker/opened-text.js';

export interface OpenFileProps extends Omit<FileButtonProps, 'onFiles'> {
  /** The current text; a notice about the encoding appears only while it is the opened one. */
  readonly text: string;
  readonly onOpen: (text: string) => void;
}

export function OpenFile({ text, onOpen, ...button }: OpenFileProps) {
  const messages = useMessages();
  const [opened, setOpened] = useState<OpenedText>();
  const [problem, showProblem] = useStatus();
  const open = async (file: File) => {
    const read = await readText(file);
    if (typeof read === 'object') {
      showProblem(undefined);
      setOpened(read);
      onOpen(read.text);
    } else if (read === 'too-large') {
      showProblem(({ editor, fill }) => fill(editor.tooLarge, { limit: MAX_MEGABYTES }));
    } else {
      showProblem(({ visits, fill }) => fill(visits.problem[read], { log: file.name }));
    }
  };
  const notice = problem ?? (opened?.text === text && encodingText(opened, messages));
  return (
    <>
      <FileButton {...button} onFiles={open} />
      <p class={notice ? 'notice warning' : ''} role="status">
        {notice}
      </p>
    </>
  );
}

/** Returns what was done to show an opened file; an empty string for valid UTF-8. */
export function encodingText({ encoding, invalidLines }: OpenedText, { editor: texts, fill }: Messages): string {
  if (encoding !== 'utf-8') return texts.utf16;
  if (invalidLines === undefined) return '';
  const { count, first } = invalidLines;
  return fill(texts.notUtf8, { count, line: String(first) });
}

/** Uncompressed size. About a second of work for an access log. */
export const MAX_MEGABYTES = 50;

/** Reads the text of a file, with LF line ends, as the editor stores it, or returns why it cannot be opened. */
export async function readText(file: Blob): Promise<OpenedText | 'too-large' | 'not-readable'> {
  // Loaded on demand: most visitors never open a file.
  const { readBytes, readOpened } = await loadPart(() => import('../worker/opened-text.js'));
  const bytes = await readBytes(file, MAX_MEGABYTES * 1_000_000).catch(() => 'not-readable' as const);
  if (typeof bytes === 'string') return bytes;
  const opened = readOpened(bytes);
  return { ...opened, text: opened.text.replace(/\r\n?/g, '\n') };
}
