/** Renders the OpenAPI document as one HTML page that has no scripts and loads nothing. */
import { createHash } from 'node:crypto';
import { PROBLEMS } from '../http/problem.js';
import type { OpenApiDocument } from './openapi.js';

interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown }>
  >;
}

interface DocumentedPart {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: DocumentedPart;
  readonly responses: Readonly<Record<string, DocumentedPart>>;
}

const STYLE = `
:root {
  color-scheme: light dark;
  /* The colors and fonts of the web tester. */
  --paper: light-dark(#f7f6f2, #121614); --sheet: light-dark(#fffefb, #191e1c); --line: light-dark(#e2dfd5, #2d3532);
  --ink: light-dark(#1b2421, #e6ebe8); --quiet: light-dark(#57615d, #a2ada8); --accent: light-dark(#1f5290, #93bff2);
  background: var(--paper);
}
body {
  font: 15px/1.5 "Inter", "Segoe UI", system-ui, -apple-system, sans-serif; color: var(--ink);
  max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem;
}
h1, h2, h3 { line-height: 1.25; }
a { color: var(--accent); }
small { color: var(--quiet); }
h2 { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 2.5rem; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: .8rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--sheet); }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
.wide { overflow-x: auto; }
nav ul { columns: 16rem; padding-left: 1.2rem; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
`;

/** Digest of the style sheet for the content security policy. */
export const STYLE_DIGEST: string = createHash('sha256').update(STYLE).digest('base64');

export function docsPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, part]) => ({
      name: `${method.toUpperCase()} ${path}`,
      part: part as unknown as DocumentedOperation,
    })),
  );
  const schemas = Object.entries(document.components.schemas as Record<string, Schema>);
  const links = operations.map(
    ({ name, part }) => `<li><a href="#${part.operationId}">${escapeHtml(name)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(String(title))} ${escapeHtml(String(version))} API</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(String(title))} ${escapeHtml(String(version))} API</h1>
<p>${prose(String(description))}</p>
<p><a href="openapi.json">OpenAPI document</a> · <a href="./">Web tester</a> · <a href="https://github.com/repkit/repkit">Source code</a></p>
</header>
<nav aria-label="Contents"><ul>
${links.join('\n')}
<li><a href="#problems">Problems</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul></nav>
<main>
${operations.map(({ name, part }) => operationHtml(name, part)).join('\n')}
<h2 id="problems">Problems</h2>
<p>Every error is a problem document (RFC 9457) of one of these types. Its <code>detail</code> says what to do.</p>
<div class="wide"><table><thead><tr><th>type</th><th>status</th><th>title</th></tr></thead><tbody>
${Object.entries(PROBLEMS).map(problemRow).join('\n')}
</tbody></table></div>
<h2 id="schemas">Schemas</h2>
${schemas.map(schemaHtml).join('\n')}
</main>
</body>
</html>
`;
}

function operationHtml(name: string, part: DocumentedOperation): string {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = part;
  const query = schemaTable({
    properties: Object.fromEntries(
      parameters.map(({ name: parameter, schema }) => [parameter, schema]),
    ),
    required: parameters.flatMap(({ name: parameter, required }) => (required ? parameter : [])),
  });
  return `<section aria-labelledby="${operationId}">
<h2 id="${operationId}"><code>${escapeHtml(name)}</code></h2>
<p><strong>${prose(summary)}.</strong> ${prose(description)}</p>
${parameters.length === 0 ? '' : `<h3>Query</h3>${query}`}
${requestBody === undefined ? '' : `<h3>Body</h3>${mediaHtml(requestBody)}`}
<h3>Responses</h3>
${Object.entries(responses).map(responseHtml).join('\n')}
</section>`;
}

function responseHtml([status, part]: [string, DocumentedPart]): string {
  const text = prose(part.description).replace(
    /<code>(\/docs#problem-[a-z-]+)<\/code>/g,
    (_, type: string) => `<a href="${type.slice('/docs'.length)}"><code>${type}</code></a>`,
  );
  const isProblem = Number(status) >= 400;
  return `<p><code>${status}</code> ${text}</p>${isProblem ? '' : mediaHtml(part)}`;
}

function mediaHtml({ content = {} }: DocumentedPart): string {
  return Object.entries(content)
    .map(([type, { schema, examples = {} }]) => {
      const figures = Object.values(examples).map(
        ({ summary, value }) =>
          `<figure><figcaption>${prose(summary)}</figcaption><pre tabindex="0">${escapeHtml(textOf(value))}</pre></figure>`,
      );
      return `<p><code>${escapeHtml(type)}</code>: ${typeHtml(schema)}</p>${figures.join('')}`;
    })
    .join('');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function problemRow([name, { status, title }]: [string, { status: number; title: string }]) {
  return `<tr id="problem-${name}"><td><code>/docs#problem-${name}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`;
}

function schemaHtml([name, schema]: [string, Schema]): string {
  return `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3><p>${prose(schema.description ?? '')}</p>${schemaTable(schema)}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** Escapes text for HTML and renders text between backticks as code. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  /** Schema of each NDJSON line. */
  readonly contentSchema?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** Renders a schema as a table. Nested members follow their parent, with their full path. */
export function schemaTable(schema: Schema): string {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return `<p>${typeHtml(schema)}</p>`;
  const head = '<tr><th>name</th><th>type</th><th>description</th></tr>';
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
  const { $ref, type, items, anyOf, contentSchema } = schema;
  if ($ref !== undefined) {
    const name = escapeHtml($ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (contentSchema !== undefined) return `lines of ${typeHtml(contentSchema)}`;
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
