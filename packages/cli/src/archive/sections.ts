import type { Section } from './entry.js';

/** Sections of a file, each of so many octets; where something begins is found out when they are read. */
export function sectionsOf(size: number, octets: number): readonly Section[] {
  const count = Math.max(1, Math.ceil(size / octets));
  return Array.from({ length: count }, (_, index) => ({
    from: index * octets,
    to: index === count - 1 ? Number.POSITIVE_INFINITY : (index + 1) * octets,
    exact: index === 0,
  }));
}
