import { keptTexts, msg, unsaid } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { addCards } from '../security-keys/assign/cards.ts'
import { type CardFinding, type CardImportRecord, type CardRow, keepCardFindings } from './card-import.store.ts'
import { cardOfCell, cellsOf, fieldsOf } from './cells.ts'
import { cardsReach, standsAboveYou } from './reach.ts'

/** Assigns the cards of reviewed rows, and answers how many went to somebody else, or nowhere, meanwhile, and how many may not be assigned any more. */
export async function writeCards(
  ctx: Ctx,
  of: CardImportRecord,
  rows: readonly CardRow[],
): Promise<{ taken: number; gone: number; barred: number }> {
  const open = await cellsOf(ctx, of.id)
  const due = rows.filter(row => row.result === 'success')
  // Judged anew: since the review somebody may have risen, and whoever asked may have fallen
  const { by, above } = await cardsReach(
    ctx,
    of,
    due.map(row => row.person_id as string),
  )
  const { added, gone } = await addCards(
    ctx,
    by,
    due
      .filter(row => !above.has(row.person_id as string))
      .map(row => {
        const fields = fieldsOf(of.mapping, open(row))
        return {
          id: row.key_id as string,
          user: row.person_id as string,
          name: fields.get('name')?.slice(0, 100) || undefined,
          card: cardOfCell(of, fields.get('cardId') ?? '') as string,
          fills: row.fills,
        }
      }),
  )
  const findings = due.map((row): CardFinding => {
    const same = { row: row.row, named: row.named, person_id: row.person_id, key_id: null, fills: false }
    if (added.has(row.key_id as string))
      return {
        ...same,
        result: 'success',
        key_id: row.key_id,
        fills: row.fills,
        told: keptTexts(unsaid('The card was assigned to {name}', { name: row.named ?? '' })),
      }
    if (above.has(row.person_id as string)) return { ...same, result: 'no-access', told: keptTexts(standsAboveYou) }
    return gone.has(row.person_id as string)
      ? { ...same, result: 'unknown', told: keptTexts(msg('The user was deleted or suspended meanwhile')) }
      : { ...same, result: 'duplicate', told: keptTexts(msg('The card was assigned to somebody else meanwhile')) }
  })
  await keepCardFindings(ctx.db, of.id, findings)
  const count = (result: string) => findings.filter(one => one.result === result).length
  return { taken: count('duplicate'), gone: count('unknown'), barred: count('no-access') }
}
