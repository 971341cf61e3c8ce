import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { groupTypes } from '@claviger/contract/people/groups'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { administratorTypes } from '@claviger/contract/tenancy/administrators'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { CompiledQuery } from 'kysely'
import { createWorkspace, faceOf } from '../features/tenancy/workspaces/workspaces.ts'
import { evidenceSigner } from '../features/oversight/attendance/evidence/evidence.ts'
import { days, later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { leaveAllWorkspaces, transact } from '../platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '../platform/app-context.ts'
import { insertApplications } from './demo-applications.ts'
import { insertAttendance } from './demo-attendance.ts'
import { insertReports, makeBadgeUses } from './badge-uses.ts'
import { insertMany } from './bulk.ts'
import { insertWorkflows } from './automation/demo-workflows.ts'
import { type DemoArea, staffName } from './demo-area.ts'
import { insertIntegrations } from './demo-integrations.ts'
import { insertDirectories } from './directories/demo-directories.ts'
import { insertRuns } from './directories/demo-runs.ts'
import { insertScim } from './directories/demo-scim.ts'
import { insertKeyPolicies } from './keys/demo-key-policies.ts'
import { insertProfiles, insertStrengths } from './sign-in/demo-profiles.ts'
import { insertProviders } from './sign-in/demo-providers.ts'
import { insertBilling } from './demo-billing.ts'
import { insertBulkRuns } from './works/demo-bulk-runs.ts'
import { insertInstallationDays } from './demo-installation.ts'
import { insertCardPage } from './card-page.ts'
import { externalGroups, historyDays, internalGroups, unitNames } from './hospital.ts'
import { crossIcon } from './icon.ts'
import { insertKeys } from './keys/passkeys.ts'
import { insertLog, makeChanges, makeSignIns, nameUsedPasskeys } from './log.ts'
import { insertPartner } from './demo-partner.ts'
import { insertDemoUsers } from './demo-users.ts'
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
  await evidenceSigner(world)
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
    await leaveAllWorkspaces(ctx)
    await insertInstallationDays(ctx)
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
  const opened = later(now, -days(historyDays))
  await ctx.db
    .updateTable('workspaces')
    .set({ created_at: opened, onboarded_at: opened, time_zone: 'Europe/London' })
    .where('id', '=', workspace)
    .execute()
  const staff = makeStaff(chance, now)
  const cards = makeDemoCards(staff, random(1412), now)
  const badges = new Map(
    cards.flatMap(card => (card.kind === keyKinds.accessCard && card.lastUsedAt ? [[card.user, card]] : [])),
  )
  const agency = { id: newId(), name: 'Meridian Staffing' }
  const signIns = makeSignIns(staff, { badges, agency }, chance, now)
  const keys = makeKeys(staff, chance, now)
  nameUsedPasskeys(signIns, keys)
  const area: DemoArea = {
    ctx,
    workspace,
    staff,
    owner: administratorIn(staff, workspaceRoles.owner),
    desk: administratorIn(staff, workspaceRoles.administrator),
    now,
    chance: random(7218),
  }
  const by = staffName(area.owner)
  await insertDemoUsers(ctx.db, workspace, withCards(staff, cards), [...keys, ...cards], now)
  await insertKeys(ctx.db, workspace, keys, chance)
  await insertSecurityKeys(ctx.db, workspace, cards)
  const active = cards.filter(card => (card.status ?? keyStatus.active) === keyStatus.active)
  const keysSince = [...keys, ...active].map(key => key.createdAt)
  await insertBilling(ctx, workspace, opened, keysSince, random(3600))
  await insertAdministrators(ctx, workspace, staff, opened)
  await insertGroups(ctx, workspace, staff, opened)
  await insertUnits(ctx, workspace, staff, opened, chance)
  await insertKeyPolicies(area)
  const account = await insertDemoShares(ctx, workspace, staff, opened)
  const { active: activeDirectory, entra } = await insertDirectories(area)
  await insertRuns(area, activeDirectory, true)
  await insertRuns(area, entra, false)
  await insertScim(area)
  await insertProviders(area, agency)
  await insertStrengths(area)
  await insertProfiles(area, agency.id)
  await insertIntegrations(area)
  await insertBulkRuns(area, cards)
  await insertCardPage(ctx, workspace, by, now, random(4400))
  await insertDevices(ctx, workspace, cards, random(58), now)
  await insertWorkflows(area, entra.id, account)
  await insertDemoPolicies(ctx, workspace, by, now)
  await insertApplications(ctx, workspace, staff, by, now, random(1015))
  const uses = await makeBadgeUses(ctx, staff, cards, random(202))
  await insertReports(ctx, workspace, uses)
  await insertAttendance(ctx, workspace, by, random(77))
  await insertLog(ctx.db, workspace, [...signIns, ...uses, ...makeChanges(staff, keys, chance, now)], chance)
}

function administratorIn(staff: readonly StaffMember[], role: number): StaffMember {
  const found = staff.find(each => each.role === role)
  if (!found) throw new Error('the hospital has no such administrator')
  return found
}

const insertAdministrators = (ctx: TransactionContext, workspace: string, staff: readonly StaffMember[], at: Date) =>
  insertMany(
    ctx.db,
    'administrators',
    { workspace_id: 'uuid', user_id: 'uuid', role: 'smallint', type: 'smallint', created_at: 'timestamptz' },
    staff.flatMap(one => {
      if (one.role === undefined) return []
      const ofUnits = one.role === workspaceRoles.userManagement
      return [[workspace, one.id, one.role, ofUnits ? administratorTypes.units : administratorTypes.company, at]]
    }),
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
  const managers = staff.filter(one => one.role === workspaceRoles.userManagement)
  await insertMany(
    ctx.db,
    'unit_administrators',
    { workspace_id: 'uuid', unit_id: 'uuid', user_id: 'uuid' },
    units
      .slice(0, 2 * managers.length)
      .map((unit, place) => [workspace, unit.id, managers[place % managers.length]?.id]),
  )
}
