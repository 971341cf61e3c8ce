import { connectionKinds } from '@claviger/contract/directories/connections'
import { firstOf, type Mapping } from '@claviger/contract/directories/connections/mapping'
import { ldapFilters } from '@claviger/contract/directories/ldap'
import { userSources } from '@claviger/contract/people/users'
import { placeOf } from '#features/connect/api-applications/api-applications.place.ts'
import { sealApiApplicationSecrets } from '#features/connect/api-applications/api-application-secrets.ts'
import { days, hours, later, minutes } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import { insertMany } from '../bulk.ts'
import { type DemoArea, staffName } from '../demo-area.ts'
import { externalGroups, historyDays } from '../hospital.ts'
import type { StaffMember } from '../staff.ts'

export interface DemoDirectory {
  id: string
  kind: number
  name: string
  /** Its users by their ID there. */
  people: readonly { anchor: string; user: StaffMember }[]
  connectedAt: Date
}

const server = 'dc1.northgate.example'
const tenant = { tenant_id: '6f1c6a52-3f0c-4f35-9f5e-0c1b2f7a9d10', client_id: '2b8e4c1d-77a5-4d2e-8a61-93b1f0c4e7a2' }
const scheduleMinutes = 1440

/** How many leaving users the safety threshold lets through in one run. */
export const threshold = { people: 20, percent: 5 }

const usual = (userId: string, firstName: string, lastName: string, employeeId: string, phone: string): Mapping => [
  firstOf('userId', userId),
  firstOf('firstName', firstName),
  firstOf('lastName', lastName),
  firstOf('email', 'mail'),
  firstOf('employeeId', employeeId),
  firstOf('phone', phone),
]

/** Active Directory and Entra ID, with their users, groups, and two conflicts. */
export async function insertDirectories(area: DemoArea): Promise<{ active: DemoDirectory; entra: DemoDirectory }> {
  const connectedAt = later(area.now, -days(historyDays))
  const active: DemoDirectory = {
    id: newIdAt(connectedAt),
    kind: connectionKinds.ldap,
    name: 'Active Directory',
    people: peopleFrom(area, userSources.ldap),
    connectedAt,
  }
  const entra: DemoDirectory = {
    id: newIdAt(later(connectedAt, hours(2))),
    kind: connectionKinds.entra,
    name: 'Entra ID, research and clinics',
    people: peopleFrom(area, userSources.entra),
    connectedAt,
  }
  const application = await insertApiApplication(area)
  await insertConnections(area, active, entra, application)
  await insertDirectoryLinks(area, active)
  await insertDirectoryLinks(area, entra)
  await insertGroupLinks(area, active)
  await insertConflicts(area, entra)
  return { active, entra }
}

function peopleFrom({ staff, chance }: DemoArea, source: number): DemoDirectory['people'] {
  return staff
    .filter(one => one.source === source)
    .map(user => ({
      anchor: chance
        .bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      user,
    }))
}

async function insertApiApplication({ ctx, workspace, owner, now, chance }: DemoArea): Promise<string> {
  const at = later(now, -days(historyDays))
  const id = newIdAt(at)
  await ctx.db
    .insertInto('api_applications')
    .values({
      workspace_id: workspace,
      id,
      name: 'Northgate tenant',
      type: 'azure',
      ...tenant,
      address: 'https://graph.microsoft.com',
      sealed: await sealApiApplicationSecrets(ctx, id, { secret: chance.bytes(20).toString('hex') }),
      ends_at: later(now, days(140)),
      checked_at: later(now, -hours(5)),
      created_at: at,
      changed_at: at,
      changed_by: staffName(owner),
    })
    .execute()
  return id
}

async function insertConnections(
  { ctx, workspace, owner, desk, now }: DemoArea,
  active: DemoDirectory,
  entra: DemoDirectory,
  application: string,
): Promise<void> {
  const common = {
    workspace_id: workspace,
    every_minutes: scheduleMinutes,
    next_run_at: later(nightOf(now), days(1)),
    swept_at: nightOf(now),
    brake_people: threshold.people,
    brake_percent: threshold.percent,
    approved_by: owner.id,
    approved_name: staffName(owner),
    approved_at: later(active.connectedAt, minutes(30)),
    connection: 'successful',
    connected_at: nightOf(now),
    created_at: active.connectedAt,
    changed_at: later(active.connectedAt, minutes(30)),
    changed_by: staffName(desk),
  }
  const settings = {
    ldap: {
      urls: [`ldaps://${server}`],
      plain: false,
      bases: ['OU=Staff,DC=northgate,DC=example'],
      username: 'CN=claviger,OU=Services,DC=northgate,DC=example',
      certificate: null,
      personFilter: ldapFilters.activeDirectory.people,
      groupFilter: ldapFilters.activeDirectory.groups,
      passwords: false,
    },
    entra: { scope: { by: 'all' }, guests: false, groups: false },
  }
  const mappings = {
    ldap: usual('userPrincipalName', 'givenName', 'sn', 'employeeID', 'mobile'),
    entra: usual('userPrincipalName', 'givenName', 'surname', 'employeeId', 'mobilePhone'),
  }
  await ctx.db
    .insertInto('directory_connections')
    .values([
      {
        ...common,
        id: active.id,
        kind: active.kind,
        name: active.name,
        settings: JSON.stringify(settings.ldap),
        mapping: JSON.stringify(mappings.ldap),
        private_hosts: [server],
        position: 1,
      },
      {
        ...common,
        id: entra.id,
        kind: entra.kind,
        name: entra.name,
        api_application_id: application,
        approved_for: await placeOf(ctx, application),
        settings: JSON.stringify(settings.entra),
        mapping: JSON.stringify(mappings.entra),
        position: 2,
      },
    ])
    .execute()
}

/** When directories are read: each night at 02:10. */
export const nightly = hours(2) + minutes(10)

const nightOf = (at: Date): Date => {
  const night = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()) + nightly
  return new Date(night > at.getTime() ? night - days(1) : night)
}

const linked = {
  workspace_id: 'uuid',
  connection_id: 'uuid',
  what: 'text',
  anchor: 'text',
  local_id: 'uuid',
  told: 'bytea',
  active_there: 'boolean',
  created_at: 'timestamptz',
  changed_at: 'timestamptz',
}

export function insertDirectoryLinks(
  { ctx, workspace, chance }: DemoArea,
  directory: Pick<DemoDirectory, 'id' | 'people'>,
) {
  return insertMany(
    ctx.db,
    'directory_links',
    linked,
    directory.people.map(({ anchor, user }) => [
      workspace,
      directory.id,
      'user',
      anchor,
      user.id,
      chance.bytes(32),
      user.fate !== 'suspended',
      user.createdAt,
      user.createdAt,
    ]),
  )
}

async function insertGroupLinks({ ctx, workspace, chance }: DemoArea, directory: DemoDirectory): Promise<void> {
  const groups = await ctx.db.selectFrom('groups').select(['id', 'name']).execute()
  await insertMany(
    ctx.db,
    'directory_links',
    linked,
    groups
      .filter(({ name }) => externalGroups.includes(name))
      .map(({ id }) => [
        workspace,
        directory.id,
        'group',
        chance.bytes(16).toString('hex'),
        id,
        chance.bytes(32),
        true,
        directory.connectedAt,
        directory.connectedAt,
      ]),
  )
}

/** Local users with the email address of a user in the directory: an administrator decides whether they are the same. */
async function insertConflicts({ ctx, workspace, staff, now, chance }: DemoArea, directory: DemoDirectory) {
  const local = staff.filter(one => one.source === userSources.local && one.role === undefined).slice(0, 2)
  await insertMany(
    ctx.db,
    'directory_clashes',
    {
      workspace_id: 'uuid',
      connection_id: 'uuid',
      anchor: 'text',
      local_id: 'uuid',
      because: 'text',
      fields: 'jsonb',
      found_at: 'timestamptz',
    },
    local.map((one, place) => [
      workspace,
      directory.id,
      chance.bytes(16).toString('hex'),
      one.id,
      'email',
      JSON.stringify({ userId: one.userId, firstName: one.first, lastName: one.last, email: one.userId }),
      later(nightOf(now), -days(place)),
    ]),
  )
}
