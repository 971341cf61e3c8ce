import { largestFile, mostRows } from '@claviger/contract/people/imports'
import type { importKinds, UserImport } from '@claviger/contract/people/user-import'
import { bytesOf, takeTable } from '../../../ground/csv/table.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { newId } from '../../../ground/ids.ts'
import type { OutsideCtx } from '../../../ground/world.ts'
import { outside } from '../../../http/bind.ts'
import { attributeNames } from '../../tenancy/workspace-settings/workspace-settings.ts'
import { begunBy } from '../../work/rank/asker.ts'
import { proposed } from './headers.ts'
import { importOf } from './reply.ts'
import { deleteImport, insertImport, insertRows, rememberedFields, updateImport } from './user-import.store.ts'

interface Upload {
  fileName?: string | undefined
  csv?: string | undefined
}

/** Takes a file in, row by row, without ever holding it whole. Throws file-format and too-large. */
const takes = (kind: (typeof importKinds)[number]) =>
  outside(async (ctx: OutsideCtx, input: Upload): Promise<UserImport> => {
    const bytes = bytesOf(ctx, input.csv)
    const id = newId()
    const what = { id, kind, fileName: input.fileName || 'users.csv' }
    try {
      const total = await takeTable(
        bytes,
        { bytes: largestFile, rows: mostRows },
        {
          begin: (...head) => begin(ctx, what, ...head),
          keep: rows => ctx.transact(inside => insertRows(inside.db, workspaceOf(inside), id, rows)),
        },
      )
      return await ctx.transact(async inside => importOf(await updateImport(inside.db, id, { state: 'staged', total })))
    } catch (error) {
      await ctx.transact(inside => deleteImport(inside.db, id))
      throw error
    }
  })

export const uploadUsers = takes('users')
export const uploadDeletions = takes('delete')

const begin = (
  ctx: OutsideCtx,
  what: { id: string; kind: 'users' | 'delete'; fileName: string },
  headers: string[],
  encoding: string,
  delimiter: string,
) =>
  ctx.transact(async inside => {
    await insertImport(inside.db, {
      workspace_id: workspaceOf(inside),
      id: what.id,
      kind: what.kind,
      file_name: what.fileName,
      state: 'uploading',
      encoding,
      delimiter,
      headers,
      mapping: proposed(headers, await rememberedFields(inside.db), await attributeNames(inside)),
      ...begunBy(inside),
      created_at: inside.clock.now(),
    })
  })
