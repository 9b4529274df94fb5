/**
 * AIPREF written down literally and independently: for bodies with line feeds, plain ASCII paths without escapes, and `$`
 * only at the end of a path.
 */

export interface NaivePreferences {
  readonly allowed: boolean;
  /** `yes` or `no` by label. */
  readonly values: Readonly<Record<string, string>>;
}

interface Group {
  readonly names: string[];
  readonly rules: { readonly kind: string; readonly value: string }[];
}

function groupsOf(text: string, usageIsRule: boolean): Group[] {
  const groups: Group[] = [];
  let inRun = false;
  for (const line of text.split('\n')) {
    const [, field = '', value = ''] = /^[ \t]*([a-z-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/i.exec(line.split('#')[0]) ?? [];
    const kind = field.toLowerCase();
    if (kind === 'user-agent') {
      if (!inRun) groups.push({ names: [], rules: [] });
      inRun = true;
      groups.at(-1)?.names.push(value.toLowerCase());
    } else {
      if (kind === 'allow' || kind === 'disallow') inRun = false;
      if (kind === 'content-usage' && usageIsRule) inRun = false;
      groups.at(-1)?.rules.push({ kind, value });
    }
  }
  return groups;
}

/** Tries every way to match; exponential. */
function matches(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  if (pattern[0] === '*') {
    return matches(pattern.slice(1), path) || (path !== '' && matches(pattern, path.slice(1)));
  }
  return path !== '' && pattern[0] === path[0] && matches(pattern.slice(1), path.slice(1));
}

const MEMBER = /^([a-z*][a-z0-9_.*-]*)(?:=(?:([A-Za-z*][A-Za-z0-9_.*-]*)|"[a-z]*"|[0-9]+))?(?:; ?[a-z]+(?:=[0-9]+)?)*$/;

/** The tokens of a dictionary; an empty text stands for any other value. `undefined` if it is invalid. */
function dictionary(text: string): Map<string, string> | undefined {
  const members = new Map<string, string>();
  if (text.trim() === '') return members;
  for (const part of text.split(',')) {
    const member = MEMBER.exec(part.trim());
    if (member === null) return undefined;
    members.set(member[1], member[2] ?? '');
  }
  return members;
}

export function naiveAipref(text: string, path: string, token: string, usageIsRule: boolean): NaivePreferences {
  const groups = groupsOf(text, usageIsRule);
  const named = groups.filter(({ names }) => names.includes(token));
  const own = named.length > 0 ? named : groups.filter(({ names }) => names.includes('*'));
  const rules = own.flatMap((group) => group.rules);

  let allowed = true;
  let best = -1;
  for (const { kind, value } of rules) {
    if (kind !== 'allow' && kind !== 'disallow') continue;
    if (!/^[/*]/.test(value) || !matches(value, path) || value.length < best) continue;
    if (value.length > best) allowed = kind === 'allow';
    else allowed ||= kind === 'allow';
    best = value.length;
  }
  if (!allowed) return { allowed, values: {} };

  const usages = rules
    .filter(({ kind }) => kind === 'content-usage')
    .map(({ value }) => {
      const [pattern] = value.startsWith('/') ? value.split(/[ \t]/) : [''];
      return { pattern, text: value.slice(pattern.length) };
    })
    .filter(({ pattern }) => matches(pattern, path));
  const longest = Math.max(...usages.map(({ pattern }) => pattern.length));
  const values: Record<string, string> = {};
  for (const usage of usages.filter(({ pattern }) => pattern.length === longest)) {
    const members = dictionary(usage.text) ?? new Map<string, string>();
    for (const label of ['train-ai', 'ai-use', 'search']) {
      const value = members.get(label);
      if (value === 'n') values[label] = 'no';
      if (value === 'y') values[label] ??= 'yes';
    }
  }
  return { allowed, values };
}
