import { TimeSpan } from '@claviger/contract/decide/policy-content'

const day = 24 * 60
const week = 7 * day

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

interface Stretch {
  from: number
  to: number
}

/** Minutes of the week that spans cover, from Monday on, merged and in order. */
function covered(spans: readonly TimeSpan[]): Stretch[] {
  const all = spans.flatMap(({ days, from, to }) =>
    days.flatMap((one): Stretch[] => {
      const start = (one - 1) * day + minutesOf(from)
      const end = (one - 1) * day + minutesOf(to) + (minutesOf(from) < minutesOf(to) ? 0 : day)
      return end <= week
        ? [{ from: start, to: end }]
        : [
            { from: start, to: week },
            { from: 0, to: end - week },
          ]
    }),
  )
  const merged: Stretch[] = []
  for (const one of all.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && one.from <= last.to) last.to = Math.max(last.to, one.to)
    else merged.push({ ...one })
  }
  return merged
}

/**
 * All times of the week that are outside the spans, as spans within a day; undefined if the form refuses a span.
 * Applied twice, it returns the same times.
 */
export function outsideOf(spans: readonly TimeSpan[]): TimeSpan[] | undefined {
  if (!spans.every(span => TimeSpan.safeParse(span).success)) return undefined
  const within = covered(spans)
  const gaps: Stretch[] = []
  let end = 0
  for (const { from, to } of [...within, { from: week, to: week }]) {
    if (from > end) gaps.push({ from: end, to: from })
    end = to
  }
  const found = new Map<string, TimeSpan>()
  for (const { from, to } of gaps)
    for (let start = from; start < to; start = (Math.floor(start / day) + 1) * day) {
      const midnight = (Math.floor(start / day) + 1) * day
      const [begin, until] = [clockOf(start % day), clockOf(Math.min(to, midnight) - (midnight - day))]
      const span = found.get(`${begin} ${until}`) ?? { days: [], from: begin, to: until }
      span.days.push(Math.floor(start / day) + 1)
      found.set(`${begin} ${until}`, span)
    }
  return [...found.values()]
}

/** The spans that some spans are the outside of, if those are fewer: Mon–Fri 06:00–20:00 instead of three spans. */
export function invertSpans(spans: readonly TimeSpan[]): TimeSpan[] | undefined {
  const inside = outsideOf(spans)
  return inside && inside.length > 0 && inside.length < spans.length ? inside : undefined
}
