import { randomBytes } from 'node:crypto'
import type { DeviceKind } from '@claviger/contract/keys/devices'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { recordMany } from '#platform/record/record-many.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { objectOf } from './devices.ts'
import { changeDevice, findByImport, insertDevice, lockByImport, lockImported } from './devices.store.ts'

// Devices imported from a directory, so that policies can name them before an agent runs there. A computer is
// identified by its name until its agent registers and takes over this record.

export interface ReportedDevice {
  id: string
  tenant: string
  kind: DeviceKind
  name: string
  platform: string
  seenAt: Date | null
}

export const importedByName = (
  ctx: TransactionContext,
  kind: DeviceKind,
  name: string,
): Promise<{ id: string } | undefined> => lockImported(ctx.db, kind, name)

export const findImportedDevices = async (
  ctx: TransactionContext,
  ids: readonly string[],
): Promise<Map<string, string>> =>
  new Map((await findByImport(ctx.db, ids)).map(row => [row.imported_id ?? '', row.id]))

/** Adds or updates devices of a directory. Their names follow the directory only until an agent runs there. */
export async function keepImported(
  ctx: TransactionContext,
  told: readonly ReportedDevice[],
): Promise<{ added: number; renamed: number; same: number }> {
  const now = ctx.clock.now()
  const here = new Map(
    (await lockByImport(ctx.db, [...new Set(told.map(one => one.id))])).map(row => [row.imported_id, row]),
  )
  const added: { id: string; name: string; told: ReportedDevice }[] = []
  const renamed: { id: string; name: string; former: string }[] = []
  let same = 0
  for (const one of new Map(told.map(each => [each.id, each])).values()) {
    const name = one.name.slice(0, 100) || one.id.slice(0, 100)
    const row = here.get(one.id)
    if (row) {
      if (row.has_agent || row.registered_name === name) {
        same++
        continue
      }
      await changeDevice(ctx.db, row.id, { name, host_name: name, registered_name: name })
      renamed.push({ id: row.id, name, former: row.name })
      continue
    }
    const id = newId()
    await insertDevice(ctx.db, {
      workspace_id: workspaceOf(ctx),
      id,
      kind: one.kind,
      machine_id: `imported ${one.id}`.slice(0, 100),
      host_name: name,
      registered_name: name,
      name,
      // A random hash that no agent's secret matches
      hash: randomBytes(32),
      platform: one.platform.slice(0, 60),
      client: '',
      version: '',
      apps: '[]',
      api_key_name: '',
      created_at: now,
      last_seen_at: one.seenAt ?? now,
      has_agent: false,
      imported_id: one.id,
      imported_tenant: one.tenant,
      imported_at: now,
    })
    added.push({ id, name, told: one })
  }
  await recordMany(ctx, shownAs(ctx), [
    ...added.map(({ id, name, told: one }) => ({
      action: 'device.imported' as const,
      object: objectOf({ id, name }),
      after: { platform: one.platform, tenant: one.tenant },
    })),
    ...renamed.map(({ id, name, former }) => ({
      action: 'device.imported' as const,
      object: objectOf({ id, name }),
      before: { name: former },
      after: { name },
    })),
  ])
  return { added: added.length, renamed: renamed.length, same }
}
