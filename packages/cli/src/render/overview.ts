/** What the help and the manual page say of the command as a whole. */
import type { Command } from '../command.js';

export const OVERVIEW: Pick<Command, 'summary' | 'notes'> & {
  readonly options: readonly (readonly [usage: string, text: string])[];
} = {
  summary: 'the Robots Exclusion Protocol (RFC 9309) on the command line.',
  options: [
    ['-h, --help', 'This text, or the help of the command it stands behind.'],
    ['-V, --version', 'The version of repkit.'],
  ],
  notes: [
    {
      title: 'Environment',
      lines: [
        'NO_COLOR  No colours. There are none in files and pipes anyway.',
        'XDG_CACHE_HOME  The folder in which repkit/robots.sqlite, the store of what sites have said, lies.',
        'REPKIT_STORE  Another store, as --store has it; where a password is out of sight.',
        'REPKIT_TOKEN  The token that repkit serve asks for.',
        'HTTP_PROXY, HTTPS_PROXY, NO_PROXY  By which proxy sites are asked.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  done; where a question was asked: yes',
        '1  the answer is no, as the help of each command says',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
};
