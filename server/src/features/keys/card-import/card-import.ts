import { done } from '@claviger/contract/ground/fields'
import type { Page } from '@claviger/contract/ground/page'
import {
  type CardField,
  cardFieldNames,
  cardFields,
  type CardImport,
  cardOwnerFields,
} from '@claviger/contract/keys/card-import'
import type { CardFileFormat } from '@claviger/contract/keys/card-numbers'
import { sql } from 'kysely'
import { paginate } from '../../../ground/db/page.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { sayTo, unsaid } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { reviewCardImport, runCardImport } from './card-import.jobs.ts'
import {
  type CardImportRecord,
  deleteCardImport,
  findCardImport,
  lockCardImport,
  pageOfCardRows,
  updateCardImport,
} from './card-import.store.ts'
import { begunBy } from '../../work/rank/asker.ts'
import { readingOf } from '../reader-settings/reader-settings.ts'
import { cellsOf } from './cells.ts'
import { cardImportOf, cardRowOf } from './reply.ts'
import { findCardUndo } from './undo/undo.store.ts'

async function held(ctx: Ctx, id: string, ...states: string[]): Promise<CardImportRecord> {
  const of = await lockCardImport(ctx.db, id)
  if (!of) throw problem('not-found')
  if (!states.includes(of.state)) throw problem('wrong-step', 'This import is not at that step')
  return of
}

/** One import of cards. Throws not-found. */
export async function getCardImport(ctx: Ctx, input: { id: string }): Promise<CardImport> {
  const of = await findCardImport(ctx.db, input.id)
  if (!of) throw problem('not-found')
  return cardImportOf(of, await findCardUndo(ctx.db, of.id))
}

/** All imports of cards, the newest first. */
export const listCardImports = (ctx: Ctx, ask: Page) =>
  paginate<CardImport>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      from: sql`card_imports`,
      select: sql`card_imports.*`,
      where: [sql`card_imports.state <> 'uploading'`],
      sorts: { created: { by: sql`card_imports.created_at`, type: 'timestamptz' } },
      id: sql`card_imports.id`,
      defaultSort: 'created',
      item: (row: CardImportRecord) => cardImportOf(row),
    },
  )

/** Says what each column means and begins the review. Throws not-found, wrong-step and invalid-input. */
export async function mapCards(
  ctx: Ctx,
  input: { id: string; mapping: string[]; cardFormat: CardFileFormat },
): Promise<CardImport> {
  const of = await held(ctx, input.id, 'staged', 'reviewed')
  const mapping = of.headers.map((_header, place) => input.mapping[place] ?? '')
  checkMapping(mapping)
  const now = await updateCardImport(ctx.db, of.id, {
    ...begunBy(ctx),
    mapping,
    card_format: input.cardFormat,
    reading: JSON.stringify(await readingOf(ctx)),
    state: 'reviewing',
    seen: 0,
    success: 0,
    duplicate: 0,
    no_access: 0,
    unknown: 0,
    broken: 0,
  })
  await ctx.jobs.announce(ctx, reviewCardImport, whichOf(now))
  return cardImportOf(now)
}

function checkMapping(mapping: readonly string[]): void {
  const named = mapping.filter(field => field !== '')
  const wrong = named.find(field => !cardFields.includes(field as CardField))
  const twice = named.find((field, place) => named.indexOf(field) !== place) as CardField | undefined
  const says =
    wrong !== undefined
      ? unsaid('There is no field “{name}”', { name: wrong })
      : twice !== undefined
        ? unsaid('Two columns are matched to {field}', { field: unsaid(cardFieldNames[twice]) })
        : !named.includes('cardId')
          ? unsaid('Choose the column of: {fields}', { fields: unsaid(cardFieldNames.cardId) })
          : !cardOwnerFields.some(field => named.includes(field))
            ? unsaid('Choose the column that names the user: User ID, email or Employee ID')
            : undefined
  if (says !== undefined) throw problem('invalid-input', says, [{ field: 'mapping', message: says }])
}

const whichOf = (of: CardImportRecord) => ({ workspace: of.workspace_id, id: of.id, unitsOf: of.units_of })

/** Begins to assign the reviewed cards. Throws not-found and wrong-step. */
export async function startCards(ctx: Ctx, input: { id: string }): Promise<CardImport> {
  const of = await held(ctx, input.id, 'reviewed')
  await record(ctx, {
    action: 'cards.import-started',
    object: { type: 'card-import', id: of.id, name: of.file_name },
    after: { cards: of.success, rows: of.total },
  })
  const started = await updateCardImport(ctx.db, of.id, {
    ...begunBy(ctx),
    state: 'running',
    seen: 0,
    last_row: 0,
    started_at: ctx.clock.now(),
  })
  await ctx.jobs.announce(ctx, runCardImport, { ...whichOf(started), workspace: workspaceOf(ctx) })
  return cardImportOf(started)
}

/** Rows of an import of cards. Throws not-found. */
export async function listCardRows(
  ctx: Ctx,
  ask: { id: string; page: number; pageSize: number; result?: string | undefined; search?: string | undefined },
) {
  await getCardImport(ctx, ask)
  const { rows, total } = await pageOfCardRows(ctx.db, ask.id, ask)
  const open = await cellsOf(ctx, ask.id)
  return {
    items: rows.map(row => cardRowOf(row, open(row), sayTo(ctx))),
    total,
    totalIs: 'exact' as const,
    page: ask.page,
    pageSize: ask.pageSize,
    next: null,
  }
}

/** Forgets an import that was not started. Throws not-found and wrong-step. */
export async function discardCards(ctx: Ctx, input: { id: string }) {
  const of = await held(ctx, input.id, 'staged', 'reviewed', 'reviewing')
  await deleteCardImport(ctx.db, of.id)
  return done
}
