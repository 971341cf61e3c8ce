import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { digestOf, type Picture } from './workspaces.image.ts'
import { mustBeAvailable } from './workspaces.ts'
import { deleteIcon, lockWorkspace, type OwnRow, putIcon, writeWorkspace } from './workspaces.store.ts'

/** null removes the icon or an address line. */
export interface WorkspaceChange {
  name?: string
  slug?: string
  icon?: Picture | null
  time_zone?: string
  language?: string
  country?: string | null
  province?: string | null
  city?: string | null
  address?: string | null
  postal_code?: string | null
}

export async function changeWorkspace(ctx: TransactionContext, workspace: string, to: WorkspaceChange): Promise<void> {
  const row = await lockWorkspace(ctx.db, workspace)
  if (to.slug !== undefined && to.slug !== row.slug) await mustBeAvailable(ctx, to.slug)
  const { icon, ...columns } = to
  const digest = icon === undefined ? row.digest : icon && digestOf(icon)
  const before = logFieldsOf(row)
  const after = logFieldsOf({ ...row, ...columns, digest })
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (icon) await putIcon(ctx.db, workspace, icon)
  if (icon === null) await deleteIcon(ctx.db, workspace)
  await writeWorkspace(ctx.db, workspace, { ...columns, updated_at: ctx.clock.now() })
  const object = { type: 'workspace', id: workspace, name: to.name ?? row.name }
  await record(ctx, { action: 'workspace.updated', object, before, after })
}

const logFieldsOf = (row: Omit<OwnRow, 'id' | 'type' | 'status' | 'created_at' | 'installation'>) => ({
  name: row.name,
  url: row.slug,
  icon: row.digest,
  timeZone: row.time_zone,
  language: row.language,
  country: row.country,
  province: row.province,
  city: row.city,
  address: row.address,
  postal: row.postal_code,
})
