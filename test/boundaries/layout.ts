/** Rules about the names and lengths of files. */
import { type Rule, violation } from './source-file.js';

export const MAX_LINES = 400;

/** A longer file almost certainly has two jobs. */
export const fileIsShort: Rule = (file) => {
  const lines = file.text.trimEnd().split('\n').length;
  if (lines <= MAX_LINES) return [];
  return [violation(file, undefined, `${lines} lines; at most ${MAX_LINES} are allowed`)];
};

/** Files and folders are named in kebab-case, which works the same on every file system. */
export const nameIsKebabCase: Rule = (file) => {
  const wrong = file.path.split('/').filter((part) => !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(part));
  return wrong.map((part) => violation(file, undefined, `${part} is not in kebab-case`));
};
