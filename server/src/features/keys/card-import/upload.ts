import type { CardImport } from '@claviger/contract/keys/card-import'
import { largestFile, mostRows } from '@claviger/contract/people/imports'
import { bytesOf, takeTable } from '../../../ground/csv/table.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { newId } from '../../../ground/ids.ts'
import type { OutsideCtx } from '../../../ground/world.ts'
import { outside } from '../../../http/bind.ts'
import { begunBy } from '../../work/rank/asker.ts'
import {
  deleteCardImport,
  insertCardImport,
  insertCardRows,
  lastOfHeaders,
  updateCardImport,
} from './card-import.store.ts'
import { sealingOf } from './cells.ts'
import { proposedFields } from './headers.ts'
import { cardImportOf } from './reply.ts'

/** Takes a file or list of cards in, row by row, without ever holding it whole. Throws file-format and too-large. */
export const uploadCards = outside(
  async (ctx: OutsideCtx, input: { fileName?: string | undefined; csv?: string | undefined }): Promise<CardImport> => {
    const bytes = bytesOf(ctx, input.csv)
    const id = newId()
    try {
      const most = { bytes: largestFile, rows: mostRows }
      const total = await takeTable(bytes, most, {
        begin: (...head) => begin(ctx, id, input.fileName || 'cards.csv', ...head),
        keep: rows =>
          ctx.transact(async inside => {
            const seal = await sealingOf(inside, id)
            const sealed = rows.map(({ row, cells, broken }) => ({
              row,
              sealed: seal(row, cells),
              broken: broken ?? null,
            }))
            await insertCardRows(inside.db, workspaceOf(inside), id, sealed)
          }),
      })
      return await ctx.transact(async inside =>
        cardImportOf(await updateCardImport(inside.db, id, { state: 'staged', total })),
      )
    } catch (error) {
      await ctx.transact(inside => deleteCardImport(inside.db, id))
      throw error
    }
  },
)

const begin = (ctx: OutsideCtx, id: string, fileName: string, headers: string[], encoding: string, delimiter: string) =>
  ctx.transact(async inside => {
    const last = await lastOfHeaders(inside.db, headers)
    await insertCardImport(inside.db, {
      workspace_id: workspaceOf(inside),
      id,
      file_name: fileName,
      state: 'uploading',
      encoding,
      delimiter,
      headers,
      mapping: last?.mapping ?? proposedFields(headers),
      card_format: last?.card_format ?? 'as-read',
      ...begunBy(inside),
      created_at: inside.clock.now(),
    })
  })
