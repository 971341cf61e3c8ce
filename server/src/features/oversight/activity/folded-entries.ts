import { later } from '#platform/clock.ts'
import { idAfter, lowestIdAt } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { rpIdOf } from '#features/keys/credentials/credentials.ts'
import { type ActivityRow, pageOfEntries, type ActivityQuery } from './activity.store.ts'
import { follows, headOfFold, mayFold, mostBetween, stepsOf, type Use, useOf, type Uses } from './fold.ts'
import { linesOfKeys, signInsAtDevices } from './fold.store.ts'

export interface FoldedEntry {
  head: ActivityRow
  steps: readonly ActivityRow[]
}

/**
 * A page of lines with the steps of sign-ins grouped, and whether more follow. `whole` is the range that all
 * pages share; lines beyond it are not grouped.
 */
export async function foldedLines(
  ctx: TransactionContext,
  whole: ActivityQuery,
  from: { ask: ActivityQuery; skipped: number },
  most: number,
): Promise<{ found: FoldedEntry[]; more: boolean }> {
  const found: FoldedEntry[] = []
  const size = most + 1
  for (let { ask, skipped } = from; ; skipped = 0) {
    const lines = await pageOfEntries(ctx.db, ask, size, skipped)
    found.push(...(await foldEntries(ctx, whole, lines)))
    const last = lines.at(-1)
    if (found.length > most || last === undefined || lines.length < size)
      return { found: found.slice(0, most), more: found.length > most }
    ask = ask.newestFirst ? { ...ask, highest: last.id } : { ...ask, lowest: idAfter(last.id) }
  }
}

export async function foldEntries(
  ctx: TransactionContext,
  whole: ActivityQuery,
  lines: readonly ActivityRow[],
): Promise<FoldedEntry[]> {
  const site = rpIdOf(ctx.config.publicUrl)
  const near = await usesNear(
    ctx,
    whole,
    lines.flatMap(row => useOf(row) ?? []),
    site,
  )
  return lines.flatMap((head): FoldedEntry[] => {
    const use = useOf(head)
    const all = use && near.get(nameOf(use))
    if (!use || !all) return [{ head, steps: [] }]
    if (headOfFold(use, all, site).row.id !== head.id) return []
    return [{ head, steps: stepsOf(use, all, site).map(({ row }) => row) }]
  })
}

const nameOf = ({ actor, key }: Use) => `${actor} ${key}`
const highest = (a: string, b: string) => (a > b ? a : b)
const lowest = (a: string, b: string) => (a < b ? a : b)

async function usesNear(
  ctx: TransactionContext,
  whole: ActivityQuery,
  uses: Uses,
  site: string,
): Promise<Map<string, Uses>> {
  if (uses.length === 0) return new Map()
  const idAt = ({ row }: Use, after: number) => lowestIdAt(later(row.at, after))
  const ofKeys = await linesOfKeys(
    ctx.db,
    uses.map(use => ({
      ...use,
      id: use.row.id,
      // Two steps may follow, each within the interval of the previous one
      lowest: highest(whole.lowest, idAt(use, -2 * follows)),
      highest: lowest(whole.highest, idAt(use, 2 * follows + 1)),
    })),
    mostBetween + 2,
  )
  const known = [...uses, ...ofKeys.flatMap(row => useOf(row) ?? [])]
  const tapped = [...new Map(known.filter(use => mayFold(use, site)).map(use => [use.row.id, use])).values()]
  const atDevices = await signInsAtDevices(
    ctx.db,
    tapped.map(use => ({ ...use, id: use.row.id, highest: lowest(whole.highest, idAt(use, follows + 1)) })),
  )
  const all = new Map([...known, ...atDevices.flatMap(row => useOf(row) ?? [])].map(use => [use.row.id, use]))
  return Map.groupBy(
    [...all.values()].toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1)),
    nameOf,
  )
}
