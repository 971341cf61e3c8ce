import type { SpecialConfig } from '@claviger/contract/tenancy/workspaces'
import { sql } from 'kysely'
import { runOutsideLease } from '../db/pool/connection-lease.ts'
import type { ScheduledTask } from '../scheduled-tasks.ts'
import type { TransactionContext, AppContext } from '../app-context.ts'

/** What applies to all calls, read from memory: areas that are closed for a workspace, and maintenance. */
interface InstallationState {
  closed: ReadonlyMap<string, { areas: ReadonlySet<string>; until: string | null }>
  maintenance: { message: string } | null
}

const nothing: InstallationState = { closed: new Map(), maintenance: null }
const states = new WeakMap<AppContext['superPool'], InstallationState>()

const stateOf = (world: AppContext): InstallationState => states.get(world.superPool) ?? nothing

export async function loadInstallationState(world: AppContext): Promise<void> {
  const special = await world.superPool.query<{ id: string; config: Partial<SpecialConfig> }>(
    "select id, special_config as config from workspaces where special and special_config -> 'closed' <> '[]'",
  )
  const maintenance = await world.superPool.query<{ message: string }>('select message from maintenance')
  states.set(world.superPool, {
    closed: new Map(
      special.rows.map(({ id, config }) => [id, { areas: new Set(config.closed ?? []), until: config.until ?? null }]),
    ),
    maintenance: maintenance.rows[0] ?? null,
  })
}

/** Other processes read the change within five seconds, this one after the commit. */
export function installationStateChanged(ctx: TransactionContext): void {
  ctx.whenCommitted(() =>
    runOutsideLease(() =>
      loadInstallationState(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'the state was not read')),
    ),
  )
}

export const installationStateTask: ScheduledTask = {
  name: 'installation-state',
  everySeconds: 5,
  work: loadInstallationState,
}

/** Whether a super administrator closed an area, which is the first part of a permission's name, for a workspace. */
export function isClosed(world: AppContext, workspace: string, area: string): boolean {
  const found = stateOf(world).closed.get(workspace)
  if (!found?.areas.has(area)) return false
  return found.until === null || found.until >= world.clock.now().toISOString().slice(0, 10)
}

/** Turns maintenance mode on with a message, or off with null; returns whether it was on. */
export async function setMaintenance(
  ctx: TransactionContext,
  to: { message: string; by: string } | null,
): Promise<boolean> {
  const { rows } = await sql`delete from maintenance returning one`.execute(ctx.db)
  if (to)
    await sql`insert into maintenance (message, started_by, started_at) values (${to.message}, ${to.by.slice(0, 260)}, ${ctx.clock.now()})`.execute(
      ctx.db,
    )
  installationStateChanged(ctx)
  return rows.length > 0
}

export const maintenanceOf = (world: AppContext) => stateOf(world).maintenance
