import { done } from '@claviger/contract/ground/fields'
import type { Page } from '@claviger/contract/ground/page'
import {
  type ImportField,
  importFieldNames,
  importFields,
  neededFields,
  type UserImport,
} from '@claviger/contract/people/user-import'
import { sql } from 'kysely'
import { headerKey } from '../../../ground/csv/table.ts'
import { paginate } from '../../../ground/db/page.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { sayTo, unsaid } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { begin } from '../bulk-runs/bulk-runs.ts'
import { begunBy } from '../../work/rank/asker.ts'
import { importOf, rowOf } from './reply.ts'
import { findUndo } from './undo/undo.store.ts'
import { reviewImport, runImport } from './user-import.jobs.ts'
import {
  deleteImport,
  findImport,
  type ImportRecord,
  lockImport,
  pageOfRows,
  remember,
  type RowsAsked,
  updateImport,
} from './user-import.store.ts'

async function held(ctx: Ctx, id: string, ...states: string[]): Promise<ImportRecord> {
  const of = await lockImport(ctx.db, id)
  if (!of) throw problem('not-found')
  if (!states.includes(of.state)) throw problem('wrong-step', 'This import is not at that step')
  return of
}

/** One import. Throws not-found. */
export async function getImport(ctx: Ctx, input: { id: string }): Promise<UserImport> {
  const of = await findImport(ctx.db, input.id)
  if (!of) throw problem('not-found')
  return importOf(of, await findUndo(ctx.db, of.id))
}

/** All imports, the newest first. */
export const listImports = (ctx: Ctx, ask: Page) =>
  paginate<UserImport>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      from: sql`user_imports`,
      select: sql`user_imports.*`,
      where: [sql`user_imports.state <> 'uploading'`],
      sorts: { created: { by: sql`user_imports.created_at`, type: 'timestamptz' } },
      id: sql`user_imports.id`,
      defaultSort: 'created',
      item: (row: ImportRecord) => importOf(row),
    },
  )

/** Says what each column means and begins the review. Throws not-found, wrong-step and invalid-input. */
export async function mapImport(ctx: Ctx, input: { id: string; mapping: string[] }): Promise<UserImport> {
  const of = await held(ctx, input.id, 'staged', 'reviewed')
  const mapping = of.headers.map((_header, place) => input.mapping[place] ?? '')
  checkMapping(of, mapping)
  await remember(
    ctx.db,
    workspaceOf(ctx),
    of.headers
      .map((header, place) => ({ header: headerKey(header), field: mapping[place] ?? '' }))
      .filter(one => one.header !== ''),
  )
  const now = await updateImport(ctx.db, of.id, {
    ...begunBy(ctx),
    mapping,
    state: 'reviewing',
    seen: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
  })
  await ctx.jobs.announce(ctx, reviewImport, whichOf(now))
  return importOf(now)
}

function checkMapping(of: ImportRecord, mapping: readonly string[]): void {
  const named = mapping.filter(field => field !== '')
  const wrong = named.find(field => !importFields.includes(field as ImportField))
  const twice = named.find((field, place) => named.indexOf(field) !== place) as ImportField | undefined
  const missing = neededFields[of.kind as UserImport['kind']].filter(field => !named.includes(field))
  const says =
    wrong !== undefined
      ? unsaid('There is no field “{name}”', { name: wrong })
      : twice !== undefined
        ? unsaid('Two columns are matched to {field}', { field: unsaid(importFieldNames[twice]) })
        : missing.length > 0
          ? unsaid('Choose the column of: {fields}', {
              fields: unsaid(missing.map(field => importFieldNames[field]).join(', ')),
            })
          : undefined
  if (says !== undefined) throw problem('invalid-input', says, [{ field: 'mapping', message: says }])
}

const whichOf = (of: ImportRecord) => ({ workspace: of.workspace_id, id: of.id, unitsOf: of.units_of })

/** Begins to write the reviewed rows; deletions become a bulk run, so that they can be taken back. Throws not-found and wrong-step. */
export async function startImport(ctx: Ctx, input: { id: string }): Promise<UserImport> {
  const of = await held(ctx, input.id, 'reviewed')
  const now = ctx.clock.now()
  await record(ctx, {
    action: 'users.import-started',
    object: { type: 'user-import', id: of.id, name: of.file_name },
    after:
      of.kind === 'users'
        ? { created: of.created, updated: of.updated, refused: of.refused }
        : { deleted: of.updated, refused: of.refused },
  })
  if (of.kind === 'delete') {
    const list = sql`select person_id from import_rows where import_id = ${of.id}::uuid and outcome = 'update'`
    const run = await begin(ctx, { parameters: { act: 'delete', target: null } }, list)
    return importOf(
      await updateImport(ctx.db, of.id, {
        state: 'done',
        seen: of.total,
        run_id: run.id,
        started_at: now,
        finished_at: now,
      }),
    )
  }
  const started = await updateImport(ctx.db, of.id, {
    ...begunBy(ctx),
    state: 'running',
    seen: 0,
    last_row: 0,
    started_at: now,
  })
  await ctx.jobs.announce(ctx, runImport, whichOf(started))
  return importOf(started)
}

/** Rows of an import. Throws not-found. */
export async function listRows(ctx: Ctx, ask: RowsAsked & { id: string }) {
  await getImport(ctx, ask)
  const { rows, total } = await pageOfRows(ctx.db, ask.id, ask)
  return {
    items: rows.map(row => rowOf(row, sayTo(ctx))),
    total,
    totalIs: 'exact' as const,
    page: ask.page,
    pageSize: ask.pageSize,
    next: null,
  }
}

/** Forgets an import that was not started. Throws not-found and wrong-step. */
export async function discardImport(ctx: Ctx, input: { id: string }) {
  const of = await held(ctx, input.id, 'staged', 'reviewed', 'reviewing')
  await deleteImport(ctx.db, of.id)
  return done
}
