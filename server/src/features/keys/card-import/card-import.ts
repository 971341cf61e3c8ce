import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { Upload } from '@claviger/contract/work/imports'
import {
  cardFieldNames,
  type CardImport,
  type CardImportRow,
  cardOwnerFields,
  type CardPin,
  type CardResult,
  type ImportedPins,
} from '@claviger/contract/keys/card-import'
import type { BitFormat } from '@claviger/contract/keys/card-bits'
import { isConfirmed } from './card-format.ts'
import type { CardFileFormat } from '@claviger/contract/keys/card-numbers'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { beginReview, workAt, storeFile } from '#features/work/works/works.files.ts'
import { importCalls, undoOf, fileReply, undoReply } from '#features/work/works/works.imports.ts'
import { beginWork, changeParameters, type Work, worksAfter } from '#features/work/works/works.ts'
import { record } from '#platform/record/record.ts'
import { usersAbove, askerOf } from '#features/work/rank/rank.ts'
import { summarizePlacesToCreate } from '#features/people/user-import/user-import.new-users.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { readingOf } from '../reader-settings/reader-settings.ts'
import type { CardFacts, CardFile } from './cells.ts'
import { cardImports, resultsOf } from './card-import-kind.ts'
import { unannouncedKeys, shownOfRow, removePinsOfImport } from './card-import.store.ts'
import { importedPinSubject } from './card-pins.ts'
import { cardLetters } from './card-mails.ts'
import { previewCardUndo } from './card-undo.ts'

const lettersOf = (after: readonly Work[]) => after.filter(work => work.kind === cardLetters.name)

function notifiedOf(after: readonly Work[]): CardImport['notified'] {
  const letters = lettersOf(after)
  const last = letters.at(-1)
  if (!last) return null
  const told = letters.reduce((sum, work) => sum + (work.counts['done'] ?? 0), 0)
  return { processed: told + (last.counts['refused'] ?? 0), mailed: told, finished: last.finished_at !== null }
}

function importOf(work: Work<CardFile>, after: readonly Work[]): CardImport {
  const undo = undoOf(after)
  return {
    ...fileReply(work),
    state: work.state as CardImport['state'],
    cardFormat: work.parameters.format,
    bitFormat: work.parameters.bits ?? null,
    createMissing: work.parameters.creates === true,
    pins: work.parameters.pins ?? 'later',
    pinsShown: work.parameters.pinsShown === true,
    results: resultsOf(work),
    notified: notifiedOf(after),
    undo: undo
      ? { ...undoReply(undo), removed: undo.counts['removed'] ?? 0, emptied: undo.counts['emptied'] ?? 0 }
      : null,
  }
}

const mailing = (after: readonly Work[]) => lettersOf(after).some(work => work.finished_at === null)

export const calls = importCalls(cardImports, {
  import: importOf,
  row: (row, told): CardImportRow => ({
    id: String(row.row),
    row: row.row,
    cells: row.cells,
    result: row.outcome as CardResult | null,
    told,
    user: row.named,
    keyId: row.outcome === 'success' ? (row.facts as CardFacts).key : null,
    mailed: (row as typeof row & { mailed: boolean | null }).mailed,
    undone: row.undone as CardImportRow['undone'],
    stayedFor: row.stayed_for,
  }),
  ...shownOfRow,
  word: row => row.outcome ?? 'waiting',
  refused: row => row.outcome !== 'success',
  weigh: previewCardUndo,
  mayUndo: (_work, after) => !mailing(after),
})

export const uploadCards = withoutTransaction(async (ctx: RequestContext, input: OutputOf<typeof Upload>) =>
  importOf(await storeFile(ctx, cardImports, input), []),
)

export async function mapCards(
  ctx: TransactionContext,
  input: {
    id: string
    mapping: string[]
    cardFormat: CardFileFormat
    bitFormat?: BitFormat | undefined
    tapped?: string | undefined
    createMissing?: boolean | undefined
    pins?: ImportedPins | undefined
  },
): Promise<CardImport> {
  const isByBits = input.cardFormat === 'facility'
  const bits = isByBits ? input.bitFormat : undefined
  const parameters: CardFile = {
    format: input.cardFormat,
    reading: await readingOf(ctx),
    bits,
    creates: input.createMissing === true,
    pins: input.pins ?? 'later',
  }
  if (isByBits && !(await isConfirmed(ctx, input.id, input.mapping, parameters, input.tapped)))
    throw problem('card-format-unconfirmed')
  const names = cardFieldNames
  const missing = (chosen: readonly string[]) => {
    if (!chosen.includes('cardId'))
      return deferText('Choose a column for: {fields}', { fields: deferText(names.cardId) })
    if (chosen.includes('facilityCode') && !isByBits)
      return deferText('Choose the format “Facility code and card number” for the column {field}', {
        field: deferText(names.facilityCode),
      })
    return cardOwnerFields.some(field => chosen.includes(field))
      ? undefined
      : deferText('Choose the column that identifies the user: User ID, email, or Employee ID')
  }
  return importOf(await beginReview(ctx, cardImports, input, { names, missing }, parameters), [])
}

export const importPlaces = async (ctx: TransactionContext, { id }: { id: string }) =>
  summarizePlacesToCreate(ctx, await calls.find(ctx, id), 'user')

/**
 * The random PINs of an import, once. PINs of users whose role is higher now are deleted unseen.
 * @throws not-found, wrong-step
 */
export async function showPins(ctx: TransactionContext, input: { id: string }): Promise<{ items: CardPin[] }> {
  const work = await workAt(ctx, cardImports, input.id, 'done', 'stopped')
  if (work.parameters.pins !== 'show' || work.parameters.pinsShown || work.undone_by !== null)
    throw problem('wrong-step', 'This import has no PINs to show')
  const rows = await removePinsOfImport(ctx.db, work)
  const sealer = await sealerOfWorkspace(ctx)
  const above = await usersAbove(
    ctx,
    askerOf(ctx),
    rows.map(row => row.user_id),
  )
  await changeParameters(ctx, work, { pinsShown: true })
  await record(ctx, {
    action: 'cards.pins-shown',
    object: { type: cardImports.object, id: work.id, name: work.name ?? '' },
    after: { cards: rows.length },
  })
  return {
    items: rows
      .filter(row => !above.has(row.user_id))
      .map(row => ({
        row: row.row,
        user: row.user,
        key: row.key,
        pin: sealer.open(row.sealed, importedPinSubject(row.id, work.id)).toString(),
      })),
  }
}

export async function notifyUsers(ctx: TransactionContext, input: { id: string }): Promise<CardImport> {
  const work = await workAt(ctx, cardImports, input.id, 'done', 'stopped')
  if (work.undone_by !== null || mailing(await worksAfter(ctx.db, work)))
    throw problem('wrong-step', 'This import is in a different step')
  await beginWork(ctx, cardLetters, { parameters: {}, name: work.name, follows: work }, unannouncedKeys(work))
  return calls.whole(ctx, work)
}
