/** The codes that begin and end each style at a terminal (ECMA-48 8.3.117, SGR). */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const;

/** Colours a text, or leaves it as it is. */
export type Paint = (style: keyof typeof CODES, text: string) => string;

/** Whether colours are wanted was decided by the caller. */
export function painter(colours: boolean): Paint {
  if (!colours) return (_style, text) => text;
  return (style, text) => {
    const [begin, end] = CODES[style];
    return `\x1b[${begin}m${text}\x1b[${end}m`;
  };
}
