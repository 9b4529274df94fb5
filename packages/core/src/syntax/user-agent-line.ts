/** The value of a user-agent line: whom it names (row 10). */
import type { CompiledDialect } from '../compiled-dialect.js';

const STAR = 0x2a;

/** Whether the value of a user-agent line names everyone (row 10). */
export function namesEveryone(
  octets: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): boolean {
  return (
    start < end &&
    octets[start] === STAR &&
    (start + 1 === end || tables.endsEveryone[octets[start + 1]] === 1)
  );
}

/** Where the product token at the start of a user-agent line's value ends (row 10): its longest leading run. */
export function productTokenEnd(
  octets: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): number {
  let at = start;
  while (at < end && tables.tokenOctets[octets[at]] === 1) at++;
  return at;
}

/** Whether the product token of the line equals the given one, which is in lower case, whatever the case of its letters. */
export function namesToken(
  octets: Uint8Array,
  start: number,
  end: number,
  token: Uint8Array,
  tables: CompiledDialect,
): boolean {
  const { length } = token;
  if (end - start < length) return false;
  for (let i = 0; i < length; i++) {
    const octet = octets[start + i];
    if (toLower(octet) !== token[i] || tables.tokenOctets[octet] === 0) return false;
  }
  return start + length === end || tables.tokenOctets[octets[start + length]] === 0;
}

/** Only ASCII letters have a case here (row 11). */
export function toLower(octet: number): number {
  return octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet;
}
