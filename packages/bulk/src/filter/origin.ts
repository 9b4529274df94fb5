/** The origin of a row's URL, by which its rules are found. */
import { originOf } from '@repkit/client/access';

/** Throws a TypeError if the URL has no origin. Its row is then invalid. */
export function requiredOrigin(url: string): string {
  const origin = originOf(url);
  if (origin === undefined) throw new TypeError('The URL has no origin.');
  return origin;
}

/** Returns the host of an origin, with its port if that is not the default. */
export function hostOfOrigin(origin: string): string {
  return origin.replace(/^[a-z]+:\/\//, '');
}
