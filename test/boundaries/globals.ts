/** Rules about globals and calls. */
import { isNode, type Rule, type SyntaxNode, violation, walk } from './source-file.js';

/** Globals that core must not use, by reason. The web's URL, TextDecoder and TransformStream are allowed. */
const FORBIDDEN_IN_CORE = {
  'core uses no clock': [
    ...['Date', 'Temporal', 'performance', 'setTimeout', 'setInterval', 'setImmediate'],
    ...['requestAnimationFrame', 'requestIdleCallback'],
  ],
  'core does no I/O': [
    ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'BroadcastChannel', 'Worker'],
    ...['console', 'navigator', 'caches', 'indexedDB', 'localStorage', 'sessionStorage'],
    ...['importScripts', 'postMessage'],
  ],
  'core uses no randomness': ['crypto'],
  'core builds no code from text': ['eval', 'Function'],
  'core never builds a RegExp from input': ['RegExp'],
  'core runs anywhere': [
    ...['document', 'window', 'self', 'globalThis', 'global', 'process', 'Buffer', 'require'],
    ...['Deno', 'Bun', '__dirname', '__filename'],
  ],
};

const REASONS = new Map(Object.entries(FORBIDDEN_IN_CORE).flatMap(([reason, names]) => names.map((name) => [name, reason])));

const DIALECT_NAMES = new Set(['rfc9309', 'draft-koster-rep-00', 'google', 'koster1996']);

/** Returns whether an Identifier refers to a variable, as opposed to a property, key or label. */
function isReference(node: SyntaxNode, parent: SyntaxNode | undefined, key: string): boolean {
  if (node.type !== 'Identifier') return false;
  if (key === 'property' || key === 'key') return parent?.computed === true;
  return key !== 'label' && key !== 'imported' && key !== 'exported' && key !== 'parameterName';
}

/** Returns the names in `object.property`; undefined for other nodes. */
function memberOf(node: unknown): { object: string; property: string } | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression') return undefined;
  const { object, property } = node;
  if (!isNode(property)) return undefined;
  const name = node.computed === true ? property.value : property.name;
  return { object: lastName(object), property: String(name) };
}

/** Returns the last name of `a.b.c`: `c`. */
function lastName(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return memberOf(node)?.property ?? '';
}

const OUTCOMES = new Set(['allowed', 'disallowed', 'not-governed']);

/** Only `decide` of core turns verdicts, accesses and profiles into outcomes. */
export const oneDecision: Rule = (file) => {
  const violations: string[] = [];
  walk(file, (node) => {
    if (node.type !== 'ConditionalExpression') return;
    const words = [node.consequent, node.alternate].filter(
      (value) => isNode(value) && value.type === 'Literal' && OUTCOMES.has(String(value.value)),
    );
    if (words.length > 0) {
      violations.push(violation(file, node, 'only core/src/decide decides: call decide'));
    }
  });
  return violations;
};

/** `new Date(0)` reads no clock, unlike `new Date()`. */
function isGivenDate(name: string, parent: SyntaxNode | undefined): boolean {
  if (name !== 'Date' || parent?.type !== 'NewExpression') return false;
  return Array.isArray(parent.arguments) && parent.arguments.length > 0;
}

/** Core uses no clock, I/O or randomness, builds no RegExp or code, and depends on no runtime. */
export const coreIsPure: Rule = (file) => {
  const violations: string[] = [];
  walk(file, (node, parent, key) => {
    const member = memberOf(node);
    if (member?.object === 'Math' && member.property === 'random') {
      violations.push(violation(file, node, 'core uses no randomness: Math.random'));
    }
    if (!isReference(node, parent, key)) return;
    const name = String(node.name);
    const reason = isGivenDate(name, parent) ? undefined : REASONS.get(name);
    if (reason !== undefined) violations.push(violation(file, node, `${reason}: ${name}`));
  });
  return violations;
};

/**
 * Only a package's process.ts and bin.ts use `process`, apart from `process.getBuiltinModule`, which imports a module of Node,
 * and `process.versions`.
 */
export const onlyBinUsesProcess: Rule = (file) => {
  if (/^packages\/[^/]+\/src\/(process|bin)\.ts$/.test(file.path)) return [];
  const violations: string[] = [];
  walk(file, (node, parent, key) => {
    const property = key === 'object' ? memberOf(parent)?.property : undefined;
    if (property === 'getBuiltinModule' || property === 'versions') return;
    const isGlobal = isReference(node, parent, key) && node.name === 'process';
    const isMember = memberOf(node)?.property === 'process';
    const isModule = node.type === 'Literal' && /^(node:)?process$/.test(String(node.value));
    if (!isGlobal && !isMember && !(isModule && key === 'source')) return;
    violations.push(violation(file, node, 'only process.ts and bin.ts may use process'));
  });
  return violations;
};

/** Only server/src/listen.ts opens a port. */
export const onlyListenListens: Rule = (file) => {
  if (file.path === 'packages/server/src/listen.ts') return [];
  const violations: string[] = [];
  walk(file, (node) => {
    if (node.type !== 'CallExpression' || lastName(node.callee) !== 'listen') return;
    violations.push(violation(file, node, 'only packages/server/src/listen.ts may listen'));
  });
  return violations;
};

/** Dialects are data: only dialect.ts compares their names. */
export const onlyDialectComparesNames: Rule = (file) => {
  if (file.path === 'packages/core/src/dialect/dialect.ts') return [];
  const violations: string[] = [];
  const check = (node: SyntaxNode, operands: unknown[]): void => {
    if (operands.some(isAbsence)) return;
    // Comparing two dialect objects is allowed, as in a cache per dialect.
    const comparesDialect = operands.some(isDialect) && !operands.every(isDialect);
    if (!comparesDialect && !operands.some(isDialectName)) return;
    violations.push(violation(file, node, 'use a property of the dialect instead of its name'));
  };
  walk(file, (node) => {
    if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator))) {
      check(node, [node.left, node.right]);
    }
    if (node.type === 'SwitchCase') check(node, [node.test]);
    if (node.type === 'SwitchStatement') check(node, [node.discriminant, undefined]);
  });
  return violations;
};

/** `'google'`, `dialect.name`. */
function isDialectName(node: unknown): boolean {
  if (isNode(node) && node.type === 'Literal') return DIALECT_NAMES.has(String(node.value));
  const member = memberOf(node);
  return member?.property === 'name' && /dialect$/i.test(member.object);
}

/** `dialect`, `this.dialect`, `dialectName`. */
function isDialect(node: unknown): boolean {
  return /dialect(name)?$/i.test(lastName(node));
}

function isAbsence(node: unknown): boolean {
  if (!isNode(node)) return false;
  return (node.type === 'Literal' && node.value === null) || (node.type === 'Identifier' && node.name === 'undefined');
}
