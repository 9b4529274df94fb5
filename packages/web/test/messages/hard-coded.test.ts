/** Every text of the page comes from the messages, which are translated. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

/** Attributes that people read or hear. */
const SPOKEN = ['aria-label', 'title', 'placeholder', 'alt', 'label'];

/** Names and signs that are the same in every language. */
const SAME = [...['repkit', 'robots.txt', 'User-agent', 'Allow', 'Disallow'], ...['URL', 'CSV', 'JSON', 'https://example.com']];

/** A node of the syntax tree (ESTree), of any type. */
type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** Returns the strings that an expression can evaluate to, without those that it compares or passes on. */
function literalsIn(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return [String(node.value)];
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].filter(isNode).flatMap(literalsIn);
    case 'LogicalExpression':
      return [node.right].filter(isNode).flatMap(literalsIn);
    case 'BinaryExpression':
      return node.operator === '+' ? childrenOf(node).flatMap(literalsIn) : [];
    case 'JSXExpressionContainer':
      return [node.expression].filter(isNode).flatMap(literalsIn);
    default:
      return [];
  }
}

/** Returns the texts in a component that people read or hear. */
function textsIn(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value).trim()];
  if (node.type === 'JSXAttribute') {
    const { name, value } = node as unknown as { name: { name: string }; value: unknown };
    if (!isNode(value)) return [];
    return [...(SPOKEN.includes(name.name) ? literalsIn(value) : []), ...childrenOf(value).flatMap(textsIn)];
  }
  const own = node.type === 'JSXExpressionContainer' ? literalsIn(node) : [];
  return [...own, ...childrenOf(node).flatMap(textsIn)];
}

function wordsIn(text: string): string[] {
  const program = parseAst(text, { lang: 'tsx' }) as unknown as Node;
  const isSame = (found: string) => SAME.includes(found.replace(/[:\s]+$/, ''));
  return textsIn(program).filter((found) => /\p{L}{2}/u.test(found) && !isSame(found));
}

test('the scan finds texts wherever people read them', () => {
  const component = `const a = (
    <p class="quiet" title="Label" onClick={() => go('there')}>
      Text
      {isOn ? 'yes' : 'no'}
      {isOn && \`Hello \${name}\`}
      {kind === 'other' && <b aria-label={name ?? 'fallback'}>{texts.title}</b>}
    </p>
  );`;
  expect(wordsIn(component).sort()).toEqual([...['Hello ', 'Label', 'Text', 'fallback', 'no', 'yes']]);
});

test('no component contains a text of its own', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCE });
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => wordsIn(readFileSync(`${SOURCE}/${file}`, 'utf8')).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
});
