/** Checks for paths that contain something else: a second path, a comment, a record, a template or invisible text. */
import { lineCheck, pathCheck, quoted } from './check.js';

const WHITE_SPACE = /[ \t\v\f]/;
/** White space between the first `/` and the only word. */
const STRAY_SPACE = /^\/[ \t\v\f]+(?=[^ \t\v\f]+$)/;
const FIELD =
  /(?:user-?agent|(?:dis)?allow|sitemap|crawl-delay)[ \t]{0,8}:(?:[ \t]|https?:|[/*])|[ \t](?:user-?agent|(?:dis)?allow|sitemap|crawl-delay)[ \t]{0,8}:/i;
/** Markers of template languages, and names in braces. After a star they are probably meant literally. */
const TEMPLATE = /(?<!\*)(?:\{\{|\{%|<%|<\?|\$\{|\{[a-z_]\w{0,40}\})/i;
/** After a star, a rule for broken links is more likely than a mistake. */
const ENTITY = /(?<!\*)&(amp|lt|gt|quot|apos|nbsp);/;
/** Format characters and spaces other than U+0020, but not joiners, which some scripts need. */
const INVISIBLE =
  /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u202f\u205f\u3000]|(?<![^ -~])[\u200c\u200d]|[\u200c\u200d](?![^ -~])/u;

/** Single spaces inside names. */
const SPACED_NAMES = /^(?:[^ \t\v\f]|(?<=[\w-]) (?=[\w-]))*$/;

/** Returns false for paths such as `/Service References/`, in which a folder or file has a space in its name. */
function hasTextAfter(path: string): boolean {
  if (!WHITE_SPACE.test(path)) return false;
  return !SPACED_NAMES.test(path) || !/[/.]/.test(path.slice(path.lastIndexOf(' ')));
}

/** What a path contains by mistake, the most specific first. */
const MISTAKES = [
  ['invisible-character', INVISIBLE],
  ['field-in-path', FIELD],
  ['template-in-path', TEMPLATE],
  ['entity-in-path', ENTITY],
  ['text-after-path', { test: hasTextAfter }],
] as const;

/** Every mistake contains one of these characters. */
const UNUSUAL = /[^!-~]|[:{<&]/;

/** Returns the mistake in a path. Such a path must not be percent-encoded, which would make the mistake permanent. */
export function mistakeIn(path: string): (typeof MISTAKES)[number][0] | undefined {
  if (!UNUSUAL.test(path)) return undefined;
  return MISTAKES.find(([, pattern]) => pattern.test(path))?.[0];
}

export const invisibleCharacter = lineCheck({
  code: 'invisible-character',
  about: 'value',
  title: 'Invisible character',
  description: 'The value contains an invisible or bidirectional character.',
  find: (line) => {
    if (line.isPlain || line.file.content !== 'text') return undefined;
    const [character] = INVISIBLE.exec(line.value) ?? [];
    return (
      character &&
      `${quoted(line.value)} contains the invisible character ${codePointOf(character)}, so crawlers compare another value than the one you see. Type the value again.`
    );
  },
});

function codePointOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

export const fieldInPath = pathCheck({
  code: 'field-in-path',
  clause: 'RFC 9309 2.2',
  title: 'Record inside a path',
  description: 'The path contains another record, which crawlers do not see.',
  find: (path, { file }) => {
    if (file.content !== 'text' || mistakeIn(path) !== 'field-in-path') return undefined;
    const { index = 0 } = FIELD.exec(path) ?? {};
    const lost = path.slice(index).trim();
    return `${quoted(lost)} is part of the path here, so crawlers do not see it as a record, and the rule matches other URLs than intended. Move it to its own line.`;
  },
});

export const templateInPath = pathCheck({
  code: 'template-in-path',
  title: 'Template placeholder',
  description: 'The path contains a placeholder of a template or route.',
  find: (path, { file }) =>
    file.content === 'text' &&
    mistakeIn(path) === 'template-in-path' &&
    `${quoted(path)} contains a template placeholder, which crawlers compare literally, so the rule matches no page. Write the final path; "*" stands for any text.`,
});

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '%3C',
  gt: '%3E',
  quot: '%22',
  apos: "'",
  nbsp: '%C2%A0',
};

export const entityInPath = pathCheck({
  code: 'entity-in-path',
  title: 'HTML entity',
  description: 'The path contains an HTML entity, which crawlers compare literally.',
  find: (path, { file }) => {
    if (file.content !== 'text' || mistakeIn(path) !== 'entity-in-path') return undefined;
    const [entity = '', name = ''] = ENTITY.exec(path) ?? [];
    return `${quoted(path)} contains the HTML entity ${quoted(entity)}, which crawlers compare literally. Write ${quoted(ENTITIES[name] ?? '')} instead.`;
  },
});

export const textAfterPath = pathCheck({
  code: 'text-after-path',
  title: 'Text after a path',
  description: 'The path contains white space: several paths, a comment without "#", or a space.',
  find: (path, { file }) => {
    if (file.content !== 'text' || mistakeIn(path) !== 'text-after-path') return undefined;
    if (STRAY_SPACE.test(path))
      return `Crawlers compare the white space in ${quoted(path)} too, so this rule does not match ${quoted(path.replace(STRAY_SPACE, '/'))}. Write that path.`;
    const pieces = path.split(WHITE_SPACE).filter((piece) => piece !== '');
    return pieces.every((piece) => /^[/*]/.test(piece))
      ? `Crawlers treat ${quoted(path)} as one path with spaces, so this rule matches none of the ${pieces.length} paths. Write one rule per path.`
      : `Crawlers treat all of ${quoted(path)} as the path, including the text after the white space. Start comments with "#"; write a space that belongs to the path as "%20".`;
  },
});
