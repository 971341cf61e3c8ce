import { type ListEntry, type ListType, listTypes, mostEntries } from '@claviger/contract/decide/policy-content'
import type { namedLists } from '@claviger/contract/rules/named-lists'
import type { InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import { plainCell } from '#platform/csv/csv-writer.ts'
import { rowsOf } from '#platform/csv/records.ts'
import { msg, sayTo } from '#platform/languages.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { overlapsAmong } from '#features/decide/evaluator/evaluator.overlaps.ts'
import { type ListEntryFault, faultsIn, faultsOf, normalizeEntries } from './named-lists.entries.ts'

const mostTold = 1000
const longestValue = 300
const longestLabel = 100

interface Line {
  line: number
  text: string
  entry: ListEntry
}

/** Value and label of a row. Commas within spans and circles don't separate cells, quoted or not. */
function entryOf(type: ListType, cells: readonly string[]): ListEntry {
  const all = cells.map(cell => plainCell(cell.trim()))
  const isCircle =
    type === listTypes.location && all.slice(0, 3).filter(cell => /^-?\d+(\.\d+)?$/.test(cell)).length === 3
  const clock = type === listTypes.time ? all.findIndex(cell => /:\d\d-\d\d:\d\d$/.test(cell)) : -1
  const end = isCircle ? 3 : Math.max(clock, 0) + 1
  return { value: all.slice(0, end).join(','), label: all[end] ?? '' }
}

async function linesOf(type: ListType, text: string): Promise<Line[]> {
  const found: Line[] = []
  for await (const rows of rowsOf([text] as unknown as AsyncIterable<string>, { delimiter: ',' }))
    for (const { row, cells } of rows) {
      if (cells.every(cell => cell.trim() === '')) continue
      const entry = entryOf(type, cells)
      // The header of an exported list
      if (found.length === 0 && entry.value.toLowerCase() === 'value') continue
      found.push({ line: row, text: cells.join(',').slice(0, longestValue), entry })
    }
  return found
}

type Checked = InputOf<(typeof namedLists.calls)['check']['reply']>

export const checkLines = withoutTransaction(
  async (ctx: RequestContext, input: OutputOf<(typeof namedLists.calls)['check']['input']>): Promise<Checked> => {
    const say = sayTo(ctx)
    const type = input.type as ListType
    const lines = await linesOf(type, input.lines.replace(/^\u{feff}/u, ''))
    const entries = lines.map(({ entry }) => normalizeEntries(type, [entry])[0] ?? entry)
    const faults =
      type === listTypes.device
        ? await ctx.transact(inside => faultsIn(inside, type, entries.map(fitted)))
        : faultsOf(type, entries)
    const wrong = new Map(faults.map(fault => [fault.at, fault]))
    const good = new Map<string, ListEntry>()
    const twice: Checked['overlaps'] = []
    for (const [at, entry] of entries.entries()) {
      const fault = tooLong(entry, at) ?? wrong.get(at)
      if (fault) wrong.set(at, fault)
      else if (good.has(entry.value)) twice.push({ value: entry.value, within: entry.value })
      else if (good.size === mostEntries)
        wrong.set(at, { at, reason: msg('A list can have at most 10,000 entries'), instead: null })
      else good.set(entry.value, entry)
    }
    const taken = [...good.values()]
    return {
      entries: taken,
      wrong: [...wrong.values()]
        .toSorted((one, other) => one.at - other.at)
        .slice(0, mostTold)
        .map(({ at, reason, instead }) => ({
          line: lines[at]?.line ?? 0,
          text: lines[at]?.text ?? '',
          reason: say(reason),
          instead,
        })),
      overlaps: [...twice, ...overlapsAmong(type, taken)].slice(0, mostTold),
    }
  },
)

const fitted = ({ value, label }: ListEntry) => ({ value: value.slice(0, longestValue), label })

const tooLong = ({ value, label }: ListEntry, at: number): ListEntryFault | undefined =>
  value.length > longestValue || label.length > longestLabel
    ? { at, reason: msg('A value can have at most 300 characters, its label at most 100'), instead: null }
    : undefined
