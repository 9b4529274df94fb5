/** How files are named, and how long they are. */
import { type Rule, violation } from './source-file.js';

export const MAX_LINES = 400;

/** A longer file has almost certainly two jobs. */
export const fileIsShort: Rule = (file) => {
  const lines = file.text.trimEnd().split('\n').length;
  if (lines <= MAX_LINES) return [];
  return [violation(file, undefined, `${lines} lines, and ${MAX_LINES} are allowed`)];
};

/** Folders and files in kebab-case, on every system's file names the same. */
export const nameIsKebabCase: Rule = (file) => {
  const wrong = file.path
    .split('/')
    .filter((part) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(part));
  return wrong.map((part) => violation(file, undefined, `${part} is not in kebab-case`));
};
