/**
 * To add a command: a file that exports a `Command`, a line here, and `docs/commands/NAME.md`, whose outputs
 * `UPDATE_DOCS=1 npm test -- cli/test/docs` writes. The parser, the help and the completion follow from the definition.
 */
import type { Registry } from '../options/command.js';

export const commands: Registry = {
  check: async () => (await import('./check.js')).check,
  page: async () => (await import('./page.js')).page,
  init: async () => (await import('./init.js')).init,
  lint: async () => (await import('./lint.js')).lint,
  fmt: async () => (await import('./fmt.js')).fmt,
  diff: async () => (await import('./diff.js')).diff,
  watch: async () => (await import('./watch.js')).watch,
  coverage: async () => (await import('./coverage.js')).coverage,
  sitemaps: async () => (await import('./sitemaps.js')).sitemaps,
  crawlers: async () => (await import('./crawlers.js')).crawlers,
  filter: async () => (await import('./filter.js')).filter,
  survey: async () => (await import('./survey.js')).survey,
  audit: async () => (await import('./audit.js')).audit,
  serve: async () => (await import('./serve.js')).serve,
  completion: async () => (await import('./completion.js')).completion(commands),
  help: async () => (await import('./help.js')).help(commands),
};
