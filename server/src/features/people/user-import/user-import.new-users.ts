import { importFieldNames } from '@claviger/contract/people/user-import'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import type { TransactionContext } from '#platform/app-context.ts'
import { fileOf } from '#features/work/works/works.files.ts'
import type { Slice, Work, WorkRow, WorkRowResult } from '#features/work/works/works.ts'
import { type FieldsIn, placesToCreate } from './user-import.store.ts'
import { beginReview, createdInWords, type ImportReviewState, reviewUsers } from './review.ts'
import { type Fields, writeRows } from './user-writer.ts'

export type NewUserState = ImportReviewState
export type NewUserFields = Fields

/** Review and creation of users by imports with further fields, such as cards. */
export const beginNewUsers = (ctx: TransactionContext): Promise<NewUserState> => beginReview(ctx)

/** Finds whether rows can become users, as an import of users does. */
export function reviewNewUsers(
  ctx: TransactionContext,
  slice: Slice<unknown>,
  rows: readonly WorkRow[],
  memory: NewUserState,
  creates: boolean,
): Promise<WorkRowResult[]> {
  const file = fileOf(slice.work)
  const ours = (column: string) => fieldsOfColumn(column).filter(field => Object.hasOwn(importFieldNames, field))
  const work = {
    ...slice.work,
    parameters: { deletes: false, creates },
    file: { ...file, mapping: file.mapping.map(column => ours(column).join('+')) },
  }
  return reviewUsers(ctx, { ...slice, work, rows }, memory)
}

/** Groups and organization units that reviewed rows create. */
export async function summarizePlacesToCreate(
  ctx: TransactionContext,
  work: Pick<Work, 'workspace_id' | 'id'>,
  where: FieldsIn,
) {
  const rows = await placesToCreate(ctx.db, work, where)
  const of = (place: 'groups' | 'units') => {
    const found = rows.find(one => one.place === place)
    return { count: found?.count ?? 0, names: found?.names ?? [] }
  }
  return { groups: of('groups'), units: of('units') }
}

/** Names of the groups and organization units that a row creates. */
export const createdWithUser = (fields: NewUserFields) => (fields.created ? createdInWords(fields.created) : [])

/** Creates reviewed users; returns the rows that could not be written. */
export const writeNewUsers = (
  ctx: TransactionContext,
  slice: Slice<unknown>,
  rows: readonly { row: WorkRow; fields: NewUserFields }[],
): Promise<WorkRowResult[]> =>
  writeRows(ctx, { ...slice, rows: rows.map(({ row, fields }) => ({ ...row, outcome: 'new', facts: fields })) })
