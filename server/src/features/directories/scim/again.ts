import type { scim } from '@claviger/contract/directories/scim'
import { appliedReasons } from '@claviger/contract/directories/links'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { textIn } from '../scim-documents/scim-documents.ts'
import type { Ctx } from '../../../ground/world.ts'
import { peopleAfter } from './resources.store.ts'
import { mapAnew } from './roles.ts'
import { there } from './scim.ts'

const atOnce = 300

/** Maps what the directory said of its people anew, some hundreds behind the last that were seen. Throws not-found. */
export async function applyAgain(ctx: Ctx, { id, after }: OutputOf<(typeof scim)['calls']['applyAgain']['input']>) {
  const connection = await there(ctx, id)
  const found = await peopleAfter(ctx.db, id, after ?? null, atOnce + 1)
  const rows = found.slice(0, atOnce)
  const applied = await mapAnew(ctx, connection, rows)
  const names = new Map(rows.map(row => [row.anchor, textIn(row.doc, 'userName')]))
  return {
    seen: rows.length,
    changed: applied.filter(one => one.outcome === 'changed').length,
    refused: applied
      .filter(one => one.outcome === 'refused')
      .map(one => ({
        name: names.get(one.anchor) ?? '',
        reason: one.reason === undefined ? '' : appliedReasons[one.reason],
      })),
    next: found.length > atOnce ? (rows.at(-1)?.id ?? null) : null,
  }
}
