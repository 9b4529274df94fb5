/** The documentation of the API as one page, made from its OpenAPI document: no script, no request to anybody. */
import { createHash } from 'node:crypto';
import { PROBLEMS } from '../http/problem.js';
import type { OpenApiDocument } from '../openapi.js';

interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown }>
  >;
}

interface Told {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface ToldOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Told;
  readonly responses: Readonly<Record<string, Told>>;
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d0d7de, #3d444d); --soft: light-dark(#f6f8fa, #151b23); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 2.5rem; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; padding: .8rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
.wide { overflow-x: auto; }
nav ul { columns: 16rem; padding-left: 1.2rem; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
`;

/** For the content security policy: the page's one style sheet. */
export const STYLE_DIGEST: string = createHash('sha256').update(STYLE).digest('base64');

export function docsPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({
      name: `${method.toUpperCase()} ${path}`,
      told: told as unknown as ToldOperation,
    })),
  );
  const schemas = Object.entries(document.components.schemas as Record<string, Schema>);
  const links = operations.map(
    ({ name, told }) => `<li><a href="#${told.operationId}">${escapeHtml(name)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(String(title))} ${escapeHtml(String(version))}: the API</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(String(title))} ${escapeHtml(String(version))}: the API</h1>
<p>${prose(String(description))}</p>
<p><a href="openapi.json">The same as an OpenAPI document</a> · <a href="./">The web tester</a></p>
</header>
<nav aria-label="Contents"><ul>
${links.join('\n')}
<li><a href="#problems">Problems</a></li>
<li><a href="#schemas">Shapes</a></li>
</ul></nav>
<main>
${operations.map(({ name, told }) => operationHtml(name, told)).join('\n')}
<h2 id="problems">Problems</h2>
<p>Every error is a problem document (RFC 9457) of one of these types, with a <code>detail</code> that says what to do.</p>
<div class="wide"><table><thead><tr><th>type</th><th>status</th><th>title</th></tr></thead><tbody>
${Object.entries(PROBLEMS).map(problemRow).join('\n')}
</tbody></table></div>
<h2 id="schemas">Shapes</h2>
${schemas.map(schemaHtml).join('\n')}
</main>
</body>
</html>
`;
}

function operationHtml(name: string, told: ToldOperation): string {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = told;
  const rows = parameters.map(
    ({ name: parameter, required, schema }) =>
      `<tr><td><code>${escapeHtml(parameter)}</code>${required ? '' : ' <small>optional</small>'}</td><td>${typeHtml(schema)}</td><td>${prose(schema.description ?? '')}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? ''
      : `<h3>Query</h3><div class="wide"><table><thead><tr><th>parameter</th><th>type</th><th>what it is</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return `<section aria-labelledby="${operationId}">
<h2 id="${operationId}"><code>${escapeHtml(name)}</code></h2>
<p><strong>${prose(summary)}</strong> ${prose(description)}</p>
${table}
${requestBody === undefined ? '' : `<h3>Body</h3>${mediaHtml(requestBody)}`}
<h3>Answers</h3>
${Object.entries(responses).map(answerHtml).join('\n')}
</section>`;
}

function answerHtml([status, told]: [string, Told]): string {
  const text = prose(told.description).replace(
    /<code>(\/docs#problem-[a-z-]+)<\/code>/g,
    (_, type: string) => `<a href="${type.slice('/docs'.length)}"><code>${type}</code></a>`,
  );
  const isProblem = Number(status) >= 400;
  return `<p><code>${status}</code> ${text}</p>${isProblem ? '' : mediaHtml(told)}`;
}

function mediaHtml({ content = {} }: Told): string {
  return Object.entries(content)
    .map(([type, { schema, examples = {} }]) => {
      const shown = Object.values(examples).map(
        ({ summary, value }) =>
          `<figure><figcaption>${prose(summary)}</figcaption><pre tabindex="0">${escapeHtml(textOf(value))}</pre></figure>`,
      );
      return `<p><code>${escapeHtml(type)}</code>: ${typeHtml(schema)}</p>${shown.join('')}`;
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

/** Text for HTML: whatever it holds, it stays text. */
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

/** As `escapeHtml`, with what stands between grave accents as code. */
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
  /** Of the lines of NDJSON. */
  readonly contentSchema?: Schema;
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
