/** What a body is, by its octets: a text, of which lines can be read, or something else that was put in its place. */
import { table } from '../compiled-dialect.js';

export type BodyContent = 'text' | 'html' | 'binary' | 'utf-16';

const TAB = 0x09;
const LF = 0x0a;
const FF = 0x0c;
const CR = 0x0d;
const DELETE = 0x7f;

/** Controls that texts do not have. Those of U+0080 to U+009F are left out: their octets are in many a letter. */
const CONTROLS = table((octet) => {
  const isWhite = octet === TAB || octet === LF || octet === FF || octet === CR;
  return octet === DELETE || (octet < 0x20 && !isWhite);
});

/** What a file begins with tells what it is. */
const LOOKED_AT_OCTETS = 65_536;
/** Where there is neither a NUL nor a control among so many octets, hardly anything but text is left. */
const GLANCE_OCTETS = 256;
/** A few controls in a text are told line by line. */
const LEAST_CONTROLS = 8;
/** Of octets by chance 29 in 256 are controls; of what is compressed about as many. */
const OCTETS_A_CONTROL = 16;
/** In UTF-16 an ASCII character has its NUL on one side, and hardly another character has one on the other. */
const NULS_ON_ONE_SIDE = 8;
/** Comments may be in any script, but the records are in ASCII: at least so much of the text. */
const CHARACTERS_A_NUL = 4;

/**
 * Whether the octets from start to end are a text. UTF-16 is told here where nothing else has told it: its byte-order
 * mark is missing, or the dialect knows none. Linear in the octets, of which the first 64 KiB are looked at.
 */
export function contentOf(
  octets: Uint8Array,
  start: number,
  end: number,
): Exclude<BodyContent, 'html'> {
  const all = octets.subarray(start, Math.min(end, start + LOOKED_AT_OCTETS));
  if (!all.includes(0) && !all.subarray(0, GLANCE_OCTETS).some(isControl)) return 'text';
  // Texts are padded by NUL where they are copied in blocks, or the machine has crashed: that is one line more.
  const some = all.subarray(0, all.findLastIndex((octet) => octet !== 0) + 1);
  if (some.length === 0) return all.length < LEAST_CONTROLS ? 'text' : 'binary';
  const nuls: [number, number] = [0, 0];
  let controls = 0;
  for (let at = 0; at < some.length; at++) {
    controls += CONTROLS[some[at]];
    if (some[at] === 0) nuls[at & 1]++;
  }
  if (controls < LEAST_CONTROLS || controls * OCTETS_A_CONTROL < some.length) return 'text';
  const [fewer, more] = nuls.sort((one, other) => one - other);
  const isSided = more >= LEAST_CONTROLS && more >= fewer * NULS_ON_ONE_SIDE;
  return isSided && more * 2 * CHARACTERS_A_NUL >= some.length ? 'utf-16' : 'binary';
}

function isControl(octet: number): boolean {
  return CONTROLS[octet] === 1;
}
