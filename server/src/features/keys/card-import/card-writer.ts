import { keptTexts, msg, unsaid } from '#platform/languages.ts'
import type { Ctx } from '#platform/world.ts'
import { aboveOf } from '#features/work/rank/rank.ts'
import { fileOf } from '#features/work/works/works.files.ts'
import type { WorkRowResult, WorkRow, Slice } from '#features/work/works/works.ts'
import { addCards } from '../security-keys/security-keys.cards.ts'
import { type CardFacts, type CardFile, cardOfCell, fieldsOf } from './cells.ts'
import { standsAboveYou } from '#features/people/users/users.rank.ts'

const factsOf = (row: WorkRow) => row.facts as CardFacts
const ownerOf = (row: WorkRow) => row.subject as string

export async function writeCards(ctx: Ctx, { work, by, rows }: Slice<CardFile>): Promise<WorkRowResult[]> {
  // Checked again: since the review, the owner's role may have risen or the administrator's fallen
  const above = await aboveOf(ctx, by, rows.map(ownerOf))
  const { mapping } = fileOf(work)
  const due = rows.filter(row => !above.has(ownerOf(row)))
  const { added, gone } = await addCards(
    ctx,
    by,
    due.map(row => {
      const fields = fieldsOf(mapping, row.cells ?? [])
      return {
        id: factsOf(row).key,
        user: ownerOf(row),
        name: fields.get('name')?.slice(0, 100) || undefined,
        card: cardOfCell(work.parameters, fields.get('cardId') ?? '') as string,
        fills: factsOf(row).fills,
      }
    }),
  )
  const became = (row: WorkRow): readonly [outcome: string, told: string] => {
    if (added.has(factsOf(row).key))
      return ['success', keptTexts(unsaid('The card was assigned to {name}', { name: row.named ?? '' }))]
    if (above.has(ownerOf(row))) return ['no-access', keptTexts(standsAboveYou)]
    return gone.has(ownerOf(row))
      ? ['unknown', keptTexts(msg('The user was deleted or suspended in the meantime'))]
      : ['duplicate', keptTexts(msg('The card was assigned to another user in the meantime'))]
  }
  return rows.map(row => {
    const [outcome, told] = became(row)
    return { row: row.row, outcome, told }
  })
}
