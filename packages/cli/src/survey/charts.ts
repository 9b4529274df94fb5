/** Bar charts as SVG, drawn without a browser; their colours are those of the page. */
import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, GridComponent, SVGRenderer]);

export interface Bar {
  readonly label: string;
  readonly count: number;
}

const WIDTH = 440;
const BAR_HEIGHT = 26;
const MARGIN = 12;

/** Stand for colours of the page while the chart is drawn. */
const INK = '#010203';
const BAR = '#040506';

/** Bars side by side under each other, the first on top; `title` and `description` are for those who do not see them. */
export function barChart(
  bars: readonly Bar[],
  text: { readonly id: string; readonly title: string; readonly description: string },
): string {
  const height = bars.length * BAR_HEIGHT + 2 * MARGIN;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  const font = { color: INK, fontSize: 13, fontFamily: 'system-ui, sans-serif' };
  chart.setOption({
    animation: false,
    grid: { left: 184, right: 64, top: MARGIN, bottom: MARGIN },
    xAxis: { type: 'value', show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ label }) => label),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...font, width: 172, overflow: 'truncate', interval: 0 },
    },
    series: [
      {
        type: 'bar',
        data: bars.map(({ count }) => count),
        itemStyle: { color: BAR, borderRadius: 3 },
        barWidth: 16,
        label: {
          ...font,
          show: true,
          position: 'right',
          formatter: ({ value }: { value: unknown }) => Number(value).toLocaleString('en'),
        },
      },
    ],
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  const inside = svg.slice(svg.indexOf('>') + 1);
  const named = `${text.id}-title ${text.id}-description`;
  return (
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${named}" xmlns="http://www.w3.org/2000/svg">` +
    `<title id="${text.id}-title">${escaped(text.title)}</title>` +
    `<desc id="${text.id}-description">${escaped(text.description)}</desc>${inside}`
  )
    .replaceAll(INK, 'var(--ink)')
    .replaceAll(BAR, 'var(--bar)');
}

/** A text in HTML and XML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
