import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { count } from '#platform/text/formats.ts'

export interface PlotSeries {
  color: string
  values: readonly number[]
}

export interface PlotContent {
  /** Bars are stacked, the first series at the bottom; a line has one series. */
  as: 'bars' | 'line'
  series: readonly PlotSeries[]
  labels: readonly string[]
  says: readonly string[]
  marks: readonly number[]
}

const mostLabels = 8
/** Of the axis on the left, of a letter, and between labels; pixels. */
const [axisWidth, letterWidth, labelGap] = [44, 7, 14]
const font = '12px "Inter Variable", system-ui, sans-serif'

const styleOf = (host: HTMLElement) => {
  const probe = host.appendChild(document.createElement('i'))
  const resolve = (color: string) => {
    probe.style.color = color
    return getComputedStyle(probe).color
  }
  return { resolve, end: () => probe.remove() }
}

function optionsOf(host: HTMLElement, { as, series, labels, says, marks }: PlotContent): UPlot.Options {
  const { resolve, end } = styleOf(host)
  const [quiet, line] = [resolve('var(--cv-text-3)'), resolve('var(--cv-line)')]
  const last = labels.length - 1
  const room = host.clientWidth - axisWidth
  const labelWidth = Math.max(0, ...labels.map(({ length }) => length)) * letterWidth + labelGap
  const every = Math.ceil(labels.length / Math.max(1, Math.min(mostLabels, Math.floor(room / labelWidth))))
  // The last label is as wide as others, also under a narrow column
  const beside = Math.max(8, labelWidth / 2 - room / labels.length / 2)
  const bars = UPlot.paths.bars?.({ size: [0.6, 34] })
  const drawn = series
    .map(({ color }): UPlot.Series => {
      const shade = resolve(color)
      return as === 'line'
        ? { stroke: shade, width: 2, points: { show: labels.length === 1 } }
        : { stroke: shade, fill: shade, width: 0, points: { show: false }, ...(bars && { paths: bars }) }
    })
    // The whole stack is drawn first, and what is below over it
    .toReversed()
  end()
  const axis = { font, stroke: quiet, ticks: { show: false }, border: { show: false } }
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    padding: [10, beside, 0, 0],
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    scales: { x: { time: false, range: [-0.5, last + 0.5] }, y: { range: [marks[0] ?? 0, marks.at(-1) ?? 1] } },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        splits: () => labels.map((_, place) => place).filter(place => (last - place) % every === 0),
        values: (_, places) => places.map(place => labels[place] ?? ''),
      },
      {
        ...axis,
        size: axisWidth,
        grid: { stroke: line, width: 1 },
        splits: () => [...marks],
        values: (_, values) => values.map(value => count(value)),
      },
    ],
    series: [{}, ...drawn],
    hooks: {
      setCursor: [({ cursor: { idx } }) => (host.title = idx === undefined || idx === null ? '' : (says[idx] ?? ''))],
    },
  }
}

/** The running totals of a stack, the highest first. */
function dataOf({ as, series, labels }: PlotContent): UPlot.AlignedData {
  const places = labels.map((_, place) => place)
  const totals = series.map((_, top) =>
    places.map(place =>
      series.slice(as === 'line' ? top : 0, top + 1).reduce((sum, { values }) => sum + (values[place] ?? 0), 0),
    ),
  )
  return [places, ...totals.toReversed()]
}

/** Draws into an element, and again when its width or the colors change. Returns a function that removes the chart. */
export function draw(host: HTMLElement, content: PlotContent): () => void {
  let plot = new UPlot(optionsOf(host, content), dataOf(content), host)
  const again = () => {
    plot.destroy()
    plot = new UPlot(optionsOf(host, content), dataOf(content), host)
  }
  const size = new ResizeObserver(() => {
    if (host.clientWidth !== plot.width || host.clientHeight !== plot.height) again()
  })
  size.observe(host)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', again)
  const scheme = new MutationObserver(again)
  scheme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] })
  return () => {
    size.disconnect()
    scheme.disconnect()
    dark.removeEventListener('change', again)
    plot.destroy()
  }
}
