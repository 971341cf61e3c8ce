import type { PageVersion } from '@claviger/contract/access/self-service-settings/self-service-page'
import type { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { pageToChange, savePage } from './page-changes.ts'
import { settingsOfRow } from './self-service-settings.ts'
import { ownPage, type CardPageVersionRow, versionOf, versionsOf } from './self-service-settings.store.ts'

/** All versions of a page, newest first. @throws not-found */
export async function listPageVersions(
  ctx: TransactionContext,
  { page }: { page: string },
): Promise<{ items: PageVersion[] }> {
  const row = await ownPage(ctx.db, page)
  if (!row) throw problem('not-found')
  const rows = await versionsOf(ctx.db, row.id)
  return {
    items: rows.map((one, place) => ({
      version: one.version,
      name: one.name,
      changedAt: one.changed_at.toISOString(),
      changedBy: one.changed_by,
      changed: changedSince(rows[place + 1], one),
    })),
  }
}

function changedSince(before: CardPageVersionRow | undefined, after: CardPageVersionRow): string[] {
  if (!before) return []
  const [was, is] = [settingsOfRow(before), settingsOfRow(after)]
  const differs = (name: keyof PageSettings) => JSON.stringify(was[name]) !== JSON.stringify(is[name])
  const settings = (Object.keys(is) as (keyof PageSettings)[]).filter(differs)
  return before.name === after.name ? settings : ['name', ...settings]
}

/** Restores a version. @throws not-found, changed-meanwhile, verify-first, invalid-input */
export async function restorePage(ctx: TransactionContext, input: { page: string; restored: number; version: number }) {
  const row = await pageToChange(ctx, input.page)
  const before = await versionOf(ctx.db, row.id, input.restored)
  if (!before) throw problem('not-found')
  const { name } = before
  const to = { name, settings: settingsOfRow(before), version: input.version }
  return savePage(ctx, row, to, 'self-service-page.restored')
}
