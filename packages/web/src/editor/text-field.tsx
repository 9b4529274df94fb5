/** A field for a long text, such as a list of URLs. */
import { EditorView, placeholder } from '@codemirror/view';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { openTextView, type TextView } from './text-view.js';

export interface TextFieldProps {
  readonly text: string;
  /** The ids of elements that name and describe the field. */
  readonly labelledBy: string;
  readonly describedBy?: string;
  /** Shown while the field is empty. */
  readonly hint?: string;
  /** Receives what the user types or pastes, but not texts that `text` set. */
  readonly onChange: (text: string) => void;
}

export function TextField({ text, labelledBy, describedBy, hint, onChange }: TextFieldProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<TextView>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  useLayoutEffect(() => {
    if (parent.current === null) return undefined;
    const attributes = EditorView.contentAttributes.of({
      'aria-labelledby': labelledBy,
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
      spellcheck: 'false',
      tabindex: '0',
    });
    const extensions = [attributes, hint === undefined ? [] : placeholder(hint)];
    const opened = openTextView(parent.current, text, extensions, (edited) => change.current(edited));
    editor.current = opened;
    return () => opened.view.destroy();
  }, [labelledBy, describedBy, hint]);
  useLayoutEffect(() => editor.current?.show(text), [text]);
  return <div class="text-field" ref={parent} />;
}
