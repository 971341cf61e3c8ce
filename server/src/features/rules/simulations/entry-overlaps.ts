import { type ListEntry, type ListType, listTypes } from '@claviger/contract/decide/policy-content'
import { overlapsAmong } from '#features/decide/evaluator/evaluator.overlaps.ts'
import { siteOf } from '#features/decide/evaluator/evaluator.sites.ts'
import { spanOf } from '#features/decide/evaluator/evaluator.times.ts'

interface Found {
  readonly inner: string
  readonly outer: string
}

/** The first entry of a list that another contains or overlaps in time. */
export function entriesOverlap(type: ListType, entries: readonly ListEntry[]): Found | undefined {
  const texts = entries.map(({ value }) => value)
  const [first] = overlapsAmong(type, entries)
  if (first) return { inner: first.value, outer: first.within }
  if (type === listTypes.rp) return twice(texts.map(text => siteOf(text) ?? text))
  if (type === listTypes.time) return timeTwice(texts)
  return twice(texts)
}

function twice(texts: readonly string[]): Found | undefined {
  const seen = new Set<string>()
  for (const text of texts) {
    if (seen.has(text)) return { inner: text, outer: text }
    seen.add(text)
  }
  return undefined
}

const week = 7 * 1440

function timeTwice(texts: readonly string[]): Found | undefined {
  const whose = new Map<number, string>()
  for (const text of texts) {
    const span = spanOf(text)
    if (!span) continue
    const [from, to] = [minuteOf(span.from), minuteOf(span.to)]
    const length = to > from ? to - from : to - from + 1440
    for (const day of span.days)
      for (let minute = 0; minute < length; minute++) {
        const at = ((day - 1) * 1440 + from + minute) % week
        const outer = whose.get(at)
        // Adjacent times within one entry count as one
        if (outer !== undefined && outer !== text) return { inner: text, outer }
        whose.set(at, text)
      }
  }
  return twice(texts)
}

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
