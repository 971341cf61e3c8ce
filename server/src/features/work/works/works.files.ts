import type { DeferredText } from '@claviger/contract/platform/wording'
import { type FileEncoding, fieldsOfColumn, largestFile, mostRows } from '@claviger/contract/work/imports'
import { bytesOf, importTable } from '#platform/csv/table.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { workOriginOf } from '../rank/rank.ts'
import type { FileKind, WorkKind } from './work-kind.ts'
import { keeperOf, openerOf } from './sealed-work.ts'
import { deleteWork, insertFileRows, insertWork, rowsAfter, updateWork, type Work } from './works.store.ts'
import { enqueueNextSlice } from './works.jobs.ts'
import { workToChange } from './works.ts'

interface Upload {
  fileName?: string | undefined
  csv?: string | undefined
  headerRow?: number | undefined
  encoding?: FileEncoding | undefined
}

/** Stores a file row by row, never holding it completely in memory. @throws file-format, too-large */
export async function storeFile<P>(
  ctx: RequestContext,
  kind: WorkKind<P>,
  input: Upload,
  parameters: object = {},
): Promise<Work<P>> {
  const file = kind.file as FileKind
  const bytes = bytesOf(ctx, input.csv)
  const id = newId()
  try {
    const total = await importTable(
      bytes,
      { bytes: largestFile, rows: mostRows },
      {
        begin: (headers, encoding, delimiter) =>
          ctx.transact(async inside => {
            const { mapping, parameters: proposed } = await file.propose(inside, headers)
            await insertWork(inside.db, {
              workspace_id: workspaceOf(inside),
              id,
              kind: kind.name,
              state: 'uploading',
              name: (input.fileName || file.unnamed).slice(0, 200),
              file: { encoding, delimiter, headers, mapping },
              parameters: { ...parameters, ...proposed },
              ...workOriginOf(inside),
              created_at: inside.clock.now(),
            })
          }),
        keep: rows =>
          ctx.transact(async inside => {
            const keep = await keeperOf(inside, file, id)
            const kept = rows.map(({ row, cells, broken }) => ({ row, ...keep(row, cells), broken: broken ?? null }))
            await insertFileRows(inside.db, workspaceOf(inside), id, kept)
          }),
      },
      input,
    )
    return await ctx.transact(async inside => {
      const of = { workspace_id: workspaceOf(inside), id }
      return (await updateWork(inside.db, of, { state: 'staged', total })) as Work<P>
    })
  } catch (error) {
    await ctx.transact(inside => deleteWork(inside.db, workspaceOf(inside), id))
    throw error
  }
}

const atThatStep = () => problem('wrong-step', 'This import is in a different step')

/** An import in one of these states, locked until the transaction ends. @throws not-found, wrong-step */
export async function workAt<P>(
  ctx: TransactionContext,
  kind: WorkKind<P>,
  id: string,
  ...states: string[]
): Promise<Work<P>> {
  const work = await workToChange(ctx, [kind], id)
  if (!states.includes(work.state) || work.undoes !== null) throw atThatStep()
  return work as Work<P>
}

interface Fields<P> {
  names: { readonly [field: string]: string }
  missing(chosen: readonly string[], work: Work<P>): DeferredText | undefined
}

export async function beginReview<P>(
  ctx: TransactionContext,
  kind: WorkKind<P>,
  input: { id: string; mapping: readonly string[] },
  fields: Fields<P>,
  parameters?: object,
): Promise<Work<P>> {
  const work = await workAt(ctx, kind, input.id, 'staged', 'reviewed')
  const file = fileOf(work)
  const mapping = file.headers.map((_header, place) => input.mapping[place] ?? '')
  const says = faultOf(mapping, work, fields)
  if (says !== undefined) throw problem('invalid-input', says, [{ field: 'mapping', message: says }])
  const now = await updateWork(ctx.db, work, {
    ...workOriginOf(ctx),
    file: { ...file, mapping },
    parameters: { ...work.parameters, ...parameters },
    state: 'reviewing',
    processed: 0,
    counts: {},
  })
  await enqueueNextSlice(ctx, now)
  return now as Work<P>
}

function faultOf<P>(
  mapping: readonly string[],
  work: Work<P>,
  { names, missing }: Fields<P>,
): DeferredText | undefined {
  const chosen = mapping.flatMap(fieldsOfColumn)
  const wrong = chosen.find(field => !Object.hasOwn(names, field))
  if (wrong !== undefined) return deferText('There is no field “{name}”', { name: wrong })
  const twice = chosen.find((field, place) => chosen.indexOf(field) !== place)
  if (twice !== undefined)
    return deferText('Two columns are mapped to {field}', { field: deferText(names[twice] as string) })
  return missing(chosen, work)
}

export interface StoredFileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** The first rows of a stored file, opened page by page. */
export async function* storedFileRows<P>(
  ctx: TransactionContext,
  kind: WorkKind<P>,
  work: Work<P>,
  most: number,
): AsyncGenerator<StoredFileRow> {
  const open = await openerOf(ctx, kind.file, work.id)
  for (let last = 0, seen = 0; seen < most;) {
    const rows = await rowsAfter(ctx.db, work, last, Math.min(1000, most - seen), 'told')
    for (const row of rows) yield { row: row.row, cells: open(row) }
    const end = rows.at(-1)
    if (!end) return
    last = end.row
    seen += rows.length
  }
}

export function fileOf(work: Pick<Work, 'file'>) {
  if (!work.file) throw new Error('this work has no file')
  return work.file
}
