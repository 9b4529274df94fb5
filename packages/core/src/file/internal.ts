/** The body of a parsed file, which the analyses of core read and callers do not see. */
import type { Body } from '../syntax/body.js';

/**
 * The property that holds it. The symbol is in the registry, because a program may load several copies of core: the
 * command bundles one while the client imports another, and a CommonJS module may load a third. A private member could
 * not be read by the analyses of another copy.
 */
export const BODY = Symbol.for('@repkit/core body');

/** Returns the body of a RobotsTxt, for analyses that need no object per line. */
export function bodyOf(robotsTxt: { readonly truncated: boolean }): Body {
  return Reflect.get(robotsTxt, BODY);
}

/** Returns whether a value is a RobotsTxt, of any copy of core. */
export function isParsed<Value>(value: Value): value is Extract<Value, { readonly truncated: boolean }> {
  return typeof value === 'object' && value !== null && BODY in value;
}

/** Throws a TypeError for a value that is not a RobotsTxt, such as the text of one. */
export function assertParsed(value: unknown): void {
  if (!isParsed(value)) throw new TypeError('Pass what parseRobotsTxt returns, not the text of a robots.txt.');
}
