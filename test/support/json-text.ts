const WIDTH = 120;

/** Returns JSON for a page of the docs: arrays and objects that fit on a line are not divided. */
export function jsonText(value: unknown, indent = '', before = 0): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
  if (typeof value !== 'object' || value === null) return line;
  if (indent.length + before + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${jsonText(item, inner)}`)
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${inner}${key}${jsonText(member, inner, key.length)}`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}
