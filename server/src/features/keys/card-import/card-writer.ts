import { messages } from '@claviger/contract/platform/messages'
import { keptTexts, msg, deferText } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { usersAbove } from '#features/work/rank/rank.ts'
import { fileOf } from '#features/work/works/works.files.ts'
import type { WorkRowResult, WorkRow, Slice } from '#features/work/works/works.ts'
import { type NewUserFields, writeNewUsers } from '#features/people/user-import/user-import.new-users.ts'
import { addCards } from '../security-keys/security-keys.cards.ts'
import { type CardFacts, type CardFile, cardOfRow, fieldsOf, nameOfCard } from './cells.ts'
import { settlePins } from './card-pins.ts'
import { mayCreateUsers } from './review.ts'
import { higherRoleText } from '#features/people/users/users.rank.ts'

const factsOf = (row: WorkRow) => row.facts as CardFacts
const ownerOf = (row: WorkRow) => row.subject as string

export async function writeCards(ctx: TransactionContext, slice: Slice<CardFile>): Promise<WorkRowResult[]> {
  const { work, by, rows } = slice
  const failed = await createUsers(ctx, slice)
  // Checked again: since the review, the owner's role may have risen or the administrator's fallen
  const above = await usersAbove(ctx, by, rows.map(ownerOf))
  const { mapping } = fileOf(work)
  const due = rows.filter(row => !above.has(ownerOf(row)) && !failed.has(row.row))
  const cards = due.flatMap(row => {
    const fields = fieldsOf(mapping, row.cells ?? [])
    const { key, fills } = factsOf(row)
    const read = cardOfRow(work.parameters, fields)
    if ('wrong' in read) return []
    const given = fields.get('name')?.slice(0, 100) || undefined
    // A pending key keeps the name that it was given
    const name = given ?? (fills ? undefined : nameOfCard(read.printed))
    return [{ id: key, row: row.row, user: ownerOf(row), name, card: read.card, fills }]
  })
  const { added, gone, over } = await addCards(ctx, by, cards)
  await settlePins(
    ctx,
    work,
    work.parameters.pins ?? 'later',
    cards.filter(card => added.has(card.id)),
  )
  const became = (row: WorkRow): readonly [outcome: string, told: string] => {
    if (added.has(factsOf(row).key))
      return [
        'success',
        keptTexts(
          factsOf(row).user
            ? deferText('{name} was created, and the card was assigned', { name: row.named ?? '' })
            : deferText('The card was assigned to {name}', { name: row.named ?? '' }),
        ),
      ]
    const refused = failed.get(row.row)
    if (refused) return [refused.reason === 'no-access' ? 'no-access' : 'duplicate', refused.told ?? keptTexts('')]
    if (over.has(factsOf(row).key)) return ['no-access', keptTexts(messages['limits.exceeded'])]
    if (above.has(ownerOf(row))) return ['no-access', keptTexts(higherRoleText)]
    return gone.has(ownerOf(row))
      ? ['unknown', keptTexts(msg('The user was deleted or suspended in the meantime'))]
      : ['duplicate', keptTexts(msg('The card was assigned to another user in the meantime'))]
  }
  return rows.map(row => {
    const [outcome, told] = became(row)
    return { row: row.row, outcome, told }
  })
}

/** Creates the users that don't exist yet; returns the rows whose user could not be created. */
async function createUsers(ctx: TransactionContext, slice: Slice<CardFile>): Promise<Map<number, WorkRowResult>> {
  const news = slice.rows.flatMap(row => {
    const { user } = factsOf(row)
    return user ? [{ row, fields: user as NewUserFields }] : []
  })
  if (news.length === 0) return new Map()
  const results = mayCreateUsers(slice.by)
    ? await writeNewUsers(ctx, slice, news)
    : news.map(({ row }) => ({
        row: row.row,
        outcome: 'refused',
        reason: 'no-access',
        told: keptTexts(higherRoleText),
      }))
  return new Map(results.filter(one => one.outcome === 'refused').map(one => [one.row, one]))
}
