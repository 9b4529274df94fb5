/** What is said of an option, in the help and in the manual page. */
import { type OptionSpec, pathOf } from '../arguments.js';

/** As it is written, with the name of its value. */
export function optionUsage({ name, value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** What it does, and the words of which its value is one. */
export function optionText(option: OptionSpec): string {
  const { description, choices, default: usual } = option;
  if (choices === undefined || pathOf(option) !== undefined) return description;
  const words = choices.map((choice) => (choice === usual ? `${choice} (the default)` : choice));
  return `${description} One of ${words.join(', ')}.`;
}
