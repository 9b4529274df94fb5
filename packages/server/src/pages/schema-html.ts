/** A JSON schema of the OpenAPI document as a table of its members. */
import { escapeHtml, prose } from './html.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** Members of members follow their own, indented by their path. */
export function schemaTable(schema: Schema): string {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return `<p>${typeHtml(schema)}</p>`;
  const head = '<tr><th>member</th><th>type</th><th>what it is</th></tr>';
  return `<div class="wide"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function rowsOf(schema: Schema, before: string): string[] {
  const inner = schema.items ?? schema;
  const { properties = {}, required = [], anyOf = [] } = inner;
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const path = `${before}${name}`;
    const optional = required.includes(name) ? '' : ' <small>optional</small>';
    const row = `<tr><td><code>${escapeHtml(path)}</code>${optional}</td><td>${typeHtml(member)}</td><td>${prose(member.description ?? '')}</td></tr>`;
    const suffix = member.items === undefined ? '.' : '[].';
    return [row, ...rowsOf(member, `${path}${suffix}`)];
  });
  return [...own, ...anyOf.flatMap((one) => rowsOf(one, before))];
}

export function typeHtml(schema: Schema): string {
  const { $ref, type, items, anyOf } = schema;
  if ($ref !== undefined) {
    const name = escapeHtml($ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (anyOf !== undefined) return anyOf.map(typeHtml).join(' or ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' or ');
  if (items !== undefined) return `list of ${typeHtml(items)}${bounds(schema)}`;
  return `${escapeHtml(type ?? 'anything')}${bounds(schema)}`;
}

function literal(value: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
}

function bounds({ maxItems, maxLength }: Schema): string {
  if (maxItems !== undefined) return `, at most ${maxItems.toLocaleString('en')}`;
  if (maxLength !== undefined) return `, at most ${maxLength.toLocaleString('en')} characters`;
  return '';
}
