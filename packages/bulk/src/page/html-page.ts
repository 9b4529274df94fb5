/** The template of HTML pages with results: tables with bars, without scripts or external resources. */

export interface HtmlPage {
  readonly title: string;
  readonly description: string;
  /** Results of `section`. */
  readonly sections: readonly string[];
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#d9dee6;--paper:#fff;--card:#f6f8fb;--bar:#2b6cb0}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa5b4;--line:#333c4a;--paper:#12161d;--card:#1a2029;--bar:#63a4e8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{margin:0 0 .25rem;font-size:1.75rem}h2{margin:0 0 .5rem;font-size:1.1rem}
p{margin:.25rem 0 1rem;color:var(--soft);overflow-wrap:anywhere}
main{columns:24rem;column-gap:1rem}
section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem;break-inside:avoid}
section p{font-size:.9rem;margin:0 0 .5rem}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .25rem;border-bottom:1px solid var(--line);text-align:right;font-weight:400;vertical-align:top}td{white-space:nowrap}
th:first-child{text-align:left;overflow-wrap:anywhere}thead th{color:var(--soft);font-size:.85rem}tbody tr:last-child>*{border-bottom:0}
.bar{display:block;height:.3rem;margin-top:.15rem;border-radius:.15rem;background:var(--bar)}
ul{margin:0;padding-left:1.1rem;overflow-wrap:anywhere}li+li{margin-top:.5rem}
.wide{column-span:all;overflow-x:auto}.wide th:first-child{overflow-wrap:normal}
summary{cursor:pointer;color:var(--soft);font-size:.9rem}
@media print{.bar{print-color-adjust:exact}}
`.replaceAll('\n', '');

export function htmlPage({ title, description, sections }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(description)}</p>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

/** @param content HTML */
export function section(title: string, description: string, content: string): string {
  const paragraph = description === '' ? '' : `<p>${escaped(description)}</p>`;
  return `<section><h2>${escaped(title)}</h2>${paragraph}${content}</section>`;
}

/** A section as wide as the page. It can be scrolled sideways on a narrow screen. */
export function wideSection(title: string, content: string): string {
  return `<section class="wide"><h2>${escaped(title)}</h2>${content}</section>`;
}

export function list(sentences: readonly string[]): string {
  return `<ul>${sentences.map((sentence) => `<li>${escaped(sentence)}</li>`).join('')}</ul>`;
}

export interface TableRow {
  readonly label: string;
  readonly cells: readonly string[];
  /** Length of the bar under the label, from 0 to 1; undefined for none. */
  readonly bar?: number;
}

/** @param head the titles of the columns, the first of which is that of the labels */
export function table(head: readonly string[], rows: readonly TableRow[]): string {
  const titles = head.map((title) => `<th scope="col">${escaped(title)}</th>`).join('');
  const lines = rows.map(({ label, cells, bar }) => {
    const drawn = bar === undefined ? '' : `<span class="bar" style="width:${(100 * bar).toFixed(1)}%"></span>`;
    const rest = cells.map((cell) => `<td>${escaped(cell)}</td>`).join('');
    return `<tr><th scope="row">${escaped(label)}${drawn}</th>${rest}</tr>`;
  });
  return `<table><thead><tr>${titles}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** A table whose first rows are shown; the others appear on request. */
export function longTable(head: readonly string[], rows: readonly TableRow[], shown: number): string {
  const further = rows.slice(shown);
  const first = table(head, rows.slice(0, shown));
  if (further.length === 0) return first;
  return `${first}<details><summary>${further.length} more</summary>${table(head, further)}</details>`;
}

/** Escapes text for HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
