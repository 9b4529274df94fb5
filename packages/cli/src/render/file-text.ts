import type { Output } from '../io.js';
import { visible } from './visible.js';

/** A file as it is for a pipe or another file, and fit for a terminal at a terminal. */
export function fileText(text: string, { isTerminal }: Pick<Output, 'isTerminal'>): string {
  if (!isTerminal) return text;
  return text
    .split('\n')
    .map((line) => visible(line.replace(/\r$/, '')))
    .join('\n');
}
