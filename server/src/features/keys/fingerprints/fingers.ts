import type { Ctx } from '../../../ground/world.ts'
import { type TemplateRow, templatesOf } from './fingerprints.store.ts'

/** A finger as the wire has it. */
export const fingerOf = (row: TemplateRow) => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
})

/** Fingers that open a key, the oldest first. */
export const fingersOf = async (ctx: Ctx, key: string) =>
  (await templatesOf(ctx.db, key)).filter(row => row.enrolment_id === null).map(fingerOf)
