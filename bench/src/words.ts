/** Generates paths that resemble real sites: few names near the root, many below. */
import type { Random } from './random.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const SECTIONS: readonly string[] = words(`
  admin archive articles assets blog browse cart catalog category checkout comments content docs download events
  files forum gallery help images includes jobs library login media members modules news node people print
  products profile publications reports search services shop sites static store tags themes topics user wiki
`);

const WORDS: readonly string[] = words(`
  about annual autumn basic black board budget centre city classic cotton council data default detail draft edit
  energy europe export family feed garden green health history house index inside item kids kitchen large latest
  leather list local maps market minutes mobile music notes office old open page paper park photo plan press
  private public quick rail red region review river school secret shoes small sport spring stone summer survey
  table temp test travel update view village water white winter wood work
`);

const ENDINGS: readonly string[] = '.html .php .aspx .pdf .jpg   / / /'.split(' ');
export const PARAMETERS: readonly string[] = words(`
  sort page q id lang session filter view utm_source replytocom
`);

/** Returns a path segment: a word, two words, a year, or a word with a number. */
export function segment(random: Random): string {
  switch (random.below(4)) {
    case 0:
      return random.pick(WORDS);
    case 1:
      return `${random.pick(WORDS)}-${random.pick(WORDS)}`;
    case 2:
      return String(2000 + random.below(26));
    default:
      return `${random.pick(WORDS)}-${random.below(10_000)}`;
  }
}

/** Returns a path of about `bytes` bytes: at least a section, and no longer than `bytes` if the section fits. */
export function path(random: Random, bytes: number): string {
  let text = `/${random.pick(SECTIONS)}`;
  for (;;) {
    const longer = `${text}/${segment(random)}`;
    if (longer.length > bytes) break;
    text = longer;
  }
  const ending = random.pick(ENDINGS);
  return text.length + ending.length <= bytes ? text + ending : text;
}

/** Returns one to three parameters such as `sort=price-12`. */
export function query(random: Random): string {
  const parts: string[] = [];
  for (let left = 1 + random.below(3); left > 0; left--) {
    parts.push(`${random.pick(PARAMETERS)}=${segment(random)}`);
  }
  return parts.join('&');
}

/**
 * Returns an equal, flat string. V8 stores a concatenated string as a tree, and its first reader would pay for flattening
 * it; a body or URL from the network is flat.
 */
export function flat(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
