import { groupTypes } from '@claviger/contract/people/groups'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { CompiledQuery } from 'kysely'
import { createWorkspace, faceOf } from '../features/tenancy/workspaces/workspaces.ts'
import { days, later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { leaveAllWorkspaces, transact } from '../platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '../platform/app-context.ts'
import { insertApplications } from './demo-applications.ts'
import { insertAttendance } from './demo-attendance.ts'
import { insertReports, makeBadgeUses } from './badge-uses.ts'
import { insertMany } from './bulk.ts'
import { insertBilling } from './demo-billing.ts'
import { insertCardPage } from './card-page.ts'
import { externalGroups, internalGroups, unitNames } from './hospital.ts'
import { crossIcon } from './icon.ts'
import { insertKeys } from './keys/passkeys.ts'
import { insertLog, makeChanges, makeSignIns } from './log.ts'
import { insertPartner } from './demo-partner.ts'
import { insertPeople } from './demo-users.ts'
import { insertDemoPolicies } from './demo-policies.ts'
import { type Random, random } from './random.ts'
import { makeDemoCards, withCards } from './keys/demo-cards.ts'
import { insertDevices } from './keys/demo-devices.ts'
import { insertSecurityKeys } from './keys/demo-keys.ts'
import { insertDemoShares } from './keys/demo-shares.ts'
import { makeKeys, makeStaff, type StaffMember } from './staff.ts'

/**
 * Creates the demo workspace, a hospital, if requested and missing, in a single transaction: an interrupted start
 * leaves nothing, and of several processes only the first creates it.
 */
export async function ensureDemo(world: AppContext): Promise<void> {
  if (!world.config.demo) return
  const began = performance.now()
  const actor = { kind: 'operator', name: 'Claviger' } as const
  const request = { id: 'demo', ip: '', userAgent: '' }
  const made = await transact(world, { actor, request, everywhere: true }, async ctx => {
    if (await isThere(ctx)) return false
    await ctx.db.executeQuery(patience)
    await ctx.db.executeQuery(lock)
    if (await isThere(ctx)) return false
    await insertPartner(ctx)
    await leaveAllWorkspaces(ctx)
    await makeHospital(ctx)
    return true
  })
  if (made) world.log.info({ ms: Math.round(performance.now() - began) }, 'the demo workspace was created')
}

const patience = CompiledQuery.raw("set local statement_timeout = '5min'")
const lock = CompiledQuery.raw('select pg_advisory_xact_lock(7218)')

const isThere = async (ctx: TransactionContext): Promise<boolean> =>
  (await ctx.db.executeQuery(CompiledQuery.raw('select from workspaces where demo limit 1'))).rows.length > 0

async function makeHospital(ctx: TransactionContext): Promise<void> {
  const now = ctx.clock.now()
  const chance = random(1284)
  const workspace = await createWorkspace(ctx, {
    name: 'Northgate Hospital',
    slug: (await faceOf(ctx, 'northgate')) ? 'northgate-demo' : 'northgate',
    type: workspaceTypes.business,
    icon: { mediaType: 'image/png', bytes: crossIcon() },
    demo: true,
  })
  const opened = later(now, -days(64))
  await ctx.db
    .updateTable('workspaces')
    .set({ created_at: opened, onboarded_at: opened, time_zone: 'Europe/London' })
    .where('id', '=', workspace)
    .execute()
  const staff = makeStaff(chance, now)
  const signIns = makeSignIns(staff, chance, now)
  const keys = makeKeys(staff, chance, now)
  const cards = makeDemoCards(staff, random(1412), now)
  await insertPeople(ctx.db, workspace, withCards(staff, cards), [...keys, ...cards], now)
  await insertKeys(ctx.db, workspace, keys, chance)
  await insertSecurityKeys(ctx.db, workspace, cards)
  await insertBilling(ctx, workspace, opened, random(3600))
  await insertAdministrators(ctx, workspace, staff, opened)
  await insertGroups(ctx, workspace, staff, opened)
  await insertUnits(ctx, workspace, staff, opened, chance)
  await insertDemoShares(ctx, workspace, staff, opened)
  await insertCardPage(ctx, workspace, 'Dr. Mara Lindqvist', now, random(4400))
  await insertDevices(ctx, workspace, cards, random(58), now)
  await insertDemoPolicies(ctx, workspace, 'Dr. Mara Lindqvist', now)
  await insertApplications(ctx, workspace, 'Dr. Mara Lindqvist', now, random(1015))
  const uses = await makeBadgeUses(ctx, staff, cards, random(202))
  await insertReports(ctx, workspace, uses)
  await insertAttendance(ctx, workspace, 'Dr. Mara Lindqvist', random(77))
  await insertLog(ctx.db, workspace, [...signIns, ...uses, ...makeChanges(staff, keys, chance, now)], chance)
}

const insertAdministrators = (ctx: TransactionContext, workspace: string, staff: readonly StaffMember[], at: Date) =>
  insertMany(
    ctx.db,
    'administrators',
    { workspace_id: 'uuid', user_id: 'uuid', role: 'smallint', created_at: 'timestamptz' },
    staff.filter(one => one.role !== undefined).map(one => [workspace, one.id, one.role, at]),
  )

async function insertGroups(
  ctx: TransactionContext,
  workspace: string,
  staff: readonly StaffMember[],
  at: Date,
): Promise<void> {
  const named = (type: number) => (name: string) => ({ id: newId(), name, type })
  const all = [
    named(groupTypes.everyone)('Everyone'),
    ...internalGroups.map(named(groupTypes.internal)),
    ...externalGroups.map(named(groupTypes.external)),
  ]
  const idOf = new Map(all.map(group => [group.name, group.id]))
  const columns = { workspace_id: 'uuid', id: 'uuid', name: 'text', type: 'smallint', created_at: 'timestamptz' }
  await insertMany(
    ctx.db,
    'groups',
    columns,
    all.map(group => [workspace, group.id, group.name, group.type, at]),
  )
  const members = staff.flatMap(one => [...new Set(one.groups)].map(name => [workspace, idOf.get(name), one.id]))
  await insertMany(ctx.db, 'group_members', { workspace_id: 'uuid', group_id: 'uuid', user_id: 'uuid' }, members)
}

async function insertUnits(
  ctx: TransactionContext,
  workspace: string,
  staff: readonly StaffMember[],
  at: Date,
  chance: Random,
): Promise<void> {
  const units = unitNames.map(name => ({ id: newId(), name }))
  const columns = { workspace_id: 'uuid', id: 'uuid', name: 'text', created_at: 'timestamptz' }
  await insertMany(
    ctx.db,
    'organization_units',
    columns,
    units.map(unit => [workspace, unit.id, unit.name, at]),
  )
  const members = staff.map(one => [workspace, chance.pick(units).id, one.id])
  await insertMany(ctx.db, 'unit_members', { workspace_id: 'uuid', unit_id: 'uuid', user_id: 'uuid' }, members)
}
