/** Comments that hide diagnostics of the next line: `# repkit-ignore-next-line CODE[, CODE]: reason`. */
import { bodyOf } from '../file/internal.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import type { Span } from '../syntax/span.js';
import { quoted } from './checks/check.js';
import { diagnosticCodes } from './checks/index.js';
import { unusedIgnore } from './checks/notices.js';
import { type Diagnostic, diagnosticOf } from './diagnostic.js';
import { nearestName } from './nearest-name.js';

const MARK = 'repkit-ignore-next-line';
const IGNORE = /^#+\s*repkit-ignore-next-line(?![\w-])([^:]*)/;

interface IgnoreComment {
  readonly codes: readonly string[];
  readonly span: Span;
  /** The next line that is not a comment. */
  line: number;
}

/** Removes the diagnostics that comments hide, and reports comments that hide nothing. */
export function withoutIgnored(diagnostics: readonly Diagnostic[], robotsTxt: RobotsTxt): readonly Diagnostic[] {
  const comments = ignoreComments(robotsTxt);
  if (comments.length === 0) return diagnostics;
  const unused = new Map(
    comments.flatMap((comment) => comment.codes.map((code) => [`${comment.line} ${code}`, { comment, code }])),
  );
  const ignored = new Set(unused.keys());
  const first = comments.find(({ span }) => span.line === 1);
  const visible = diagnostics.filter(({ code, span }) => {
    // No comment can precede line 1, so comments that start on it also hide its own diagnostics.
    const atTop = `${first?.line} ${code}`;
    const key = span.line === 1 && ignored.has(atTop) ? atTop : `${span.line} ${code}`;
    unused.delete(key);
    return !ignored.has(key);
  });
  const empty = comments.filter(({ codes }) => codes.length === 0);
  return [
    ...visible,
    ...empty.map(({ span }) => unusedComment(span, 'It names no diagnostic code.')),
    ...Array.from(unused.values(), ({ comment, code }) => unusedComment(comment.span, whyUnused(comment, code))),
  ];
}

function ignoreComments(robotsTxt: RobotsTxt): IgnoreComment[] {
  const comments: IgnoreComment[] = [];
  // Create records only for files with such comments.
  const body = bodyOf(robotsTxt);
  const text = body.text ?? new TextDecoder('latin1').decode(body.bytes().subarray(0, body.end));
  if (!text.includes(MARK)) return comments;
  const waiting: IgnoreComment[] = [];
  const walk = robotsTxt.walk();
  for (let line = 1; walk.next(); line++) {
    if (walk.kind !== 'comment') {
      for (const comment of waiting.splice(0)) comment.line = line;
      continue;
    }
    const { comment } = walk.record();
    const list = comment && IGNORE.exec(comment.text)?.[1];
    if (comment === undefined || list === undefined) continue;
    const codes = list.split(/[\s,]+/).filter((code) => code !== '');
    waiting.push({ codes, span: comment.span, line });
    comments.push(waiting[waiting.length - 1]);
  }
  return comments;
}

function whyUnused({ line }: IgnoreComment, code: string): string {
  if (Object.hasOwn(diagnosticCodes, code)) return `Line ${line} has no ${quoted(code)} diagnostic.`;
  const nearest = nearestName(code, Object.keys(diagnosticCodes));
  return `Unknown diagnostic code ${quoted(code)}.${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`;
}

function unusedComment(span: Span, reason: string): Diagnostic {
  const message = `This comment hides nothing. ${reason}`;
  return diagnosticOf(unusedIgnore, { message, span });
}
