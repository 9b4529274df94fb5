/** Answers to what is no HTTP, or comes too slowly for Node to hand it on. */
import { PROBLEM_MEDIA_TYPE, PROBLEMS, Problem } from './problem.js';

interface RawSocket {
  readonly writable: boolean;
  end(text: string): unknown;
  destroy(): unknown;
}

export function answerClientError(error: NodeJS.ErrnoException, socket: RawSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error.code);
  const body = JSON.stringify(problem.document());
  const { status } = PROBLEMS[problem.problem];
  const lines = [
    `HTTP/1.1 ${status} ${problem.problem}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(
        'received-too-slowly',
        'The header was not whole in time: send it faster.',
      );
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'headers-too-large',
        'Send fewer or shorter header fields, and a shorter URL.',
      );
    default:
      return new Problem('invalid-request', 'This is no HTTP/1.1: speak it.');
  }
}
