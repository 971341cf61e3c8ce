// How many of a kind a workspace can have: the last one within the limit is created, one more is refused, and the refusal
// names the limit.
import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { applications } from '@claviger/contract/apps/applications'
import { workflows } from '@claviger/contract/automation/workflows'
import { apiApplications } from '@claviger/contract/connect/api-applications'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { strengths } from '@claviger/contract/decide/strengths'
import { ldap } from '@claviger/contract/directories/ldap'
import { baselines } from '@claviger/contract/governance/baselines'
import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { attendanceTemplates } from '@claviger/contract/oversight/attendance/attendance-templates'
import { logStreams } from '@claviger/contract/oversight/log-streams'
import { groups } from '@claviger/contract/people/groups'
import { problems } from '@claviger/contract/platform/problems'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { announcements } from '@claviger/contract/tenancy/announcements'
import { privateTargets } from '@claviger/contract/tenancy/private-targets'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { expect, test } from 'vitest'
import { samlProvider } from '#test/emulators/saml-provider.ts'
import { loopback } from '#test/app/loopback.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { hours } from '#platform/clock.ts'

const home = await startTestApp(loopback)
const { as, given, clock, world } = home
const owner = as(given.owner.accessToken)
const partner = as(given.ownerElsewhere.accessToken)
const root = as(given.superAdmin.accessToken)
const here = given.owner.workspace
await root.tell(workspaceGovernance.type, { id: given.ownerElsewhere.workspace, type: 3 })
const { id: ward } = await owner.tell(groups.create, { name: 'Ward' })
const iso = (later = 0) => new Date(clock.now().getTime() + later).toISOString()
const { sessionId } = await owner.tell(attendance.create, { title: 'Rounds', startsAt: iso(), endsAt: iso(hours(1)) })
const keyPolicy = {
  phoneVerification: 4,
  cardVerification: 4,
  credentialStorageLocation: 2,
  proximity: true,
  audit: true,
  offlineLogin: true,
  rememberedPinHours: 8,
} as const
const metadata = samlProvider(() => ({ entityId: '', acsUrl: '' })).metadata('https://idp.example/sso')

interface CountLimit {
  readonly most: number
  readonly table: string
  /** The workspace of the rows. */
  readonly of?: string | null
  /** Texts besides the name that must differ. */
  readonly different?: readonly string[]
  readonly create: (name: string) => Promise<{ status: number; body: object }>
}

const limits: Record<string, CountLimit> = {
  'too-many-applications': {
    most: 2000,
    table: 'applications',
    different: ['client_id', 'entity_id'],
    create: name => owner.ask(applications.bookmarkCreate, { name, bookmark: { url: 'https://page.example/' } }),
  },
  'too-many-workflows': {
    most: 200,
    table: 'workflows',
    create: name =>
      owner.ask(workflows.create, {
        name,
        type: 9,
        trigger: 'schedule',
        scheduleInterval: 1,
        hour: 3,
        minute: 0,
        settings: { everyDays: 7, times: 2 },
      }),
  },
  'too-many-strengths': {
    most: 50,
    table: 'authentication_strengths',
    create: name => owner.ask(strengths.create, { name }),
  },
  'too-many-profiles': {
    most: 50,
    table: 'authentication_profiles',
    create: name =>
      owner.ask(authenticationProfiles.create, { name, type: 'managed', methods: ['passkey', 'code'], groups: [ward] }),
  },
  'too-many-providers': {
    most: 50,
    table: 'identity_providers',
    create: name => owner.ask(samlProviders.create, { name, metadata }),
  },
  'api-applications-full': {
    most: 50,
    table: 'api_applications',
    create: name =>
      owner.ask(apiApplications.create, {
        name,
        type: 'azure',
        tenantId: '5f0c8f6e-8a51-4c2f-9d0e-0f8f4a6c1b2d',
        clientId: '0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10',
        secret: 's3cret',
      }),
  },
  'connections-full': {
    most: 50,
    table: 'directory_connections',
    create: name =>
      owner.ask(ldap.update, {
        name,
        ldapUrl: 'ldaps://dc.clinic.example',
        baseDn: 'dc=clinic,dc=example',
        username: 'cn=reader,dc=clinic,dc=example',
        password: 's3cret',
        personFilter: '(objectClass=inetOrgPerson)',
        groupFilter: '',
      }),
  },
  'too-many-lists': {
    most: 1000,
    table: 'named_lists',
    create: name => owner.ask(namedLists.create, { name, type: 1, entries: [{ value: '10.0.0.0/8' }] }),
  },
  'too-many-policies': {
    most: 100,
    table: 'token_policies',
    create: name => owner.ask(tokenPolicies.create, { ...keyPolicy, name }),
  },
  'too-many-device-groups': {
    most: 1000,
    table: 'device_groups',
    create: name => owner.ask(deviceGroups.create, { name }),
  },
  'too-many-attendance-sessions': {
    most: 10_000,
    table: 'attendance_sessions',
    create: title => owner.ask(attendance.create, { title, startsAt: iso(), endsAt: iso(hours(1)) }),
  },
  'too-many-attendance-templates': {
    most: 500,
    table: 'attendance_templates',
    create: name => owner.ask(attendanceTemplates.create, { name, title: name }),
  },
  'too-many-kiosks': {
    most: 100,
    table: 'attendance_kiosks',
    create: name => owner.ask(attendanceKiosk.link, { sessionId, name }),
  },
  'log-streams-full': {
    most: 5,
    table: 'log_streams',
    create: name => owner.ask(logStreams.create, { name, kind: 'https', address: 'https://logs.example/in' }),
  },
  'pages-full': {
    most: 50,
    table: 'self_service_pages',
    different: ['address'],
    create: name => owner.ask(selfServicePages.create, { page: name.toLowerCase().replace(' ', '-'), name }),
  },
  'private-targets-full': {
    most: 200,
    table: 'private_targets',
    different: ['host'],
    create: name =>
      owner.ask(privateTargets.approve, { feature: 'directories', host: `127.0.0.${Number(/\d+/.exec(name)) % 250}` }),
  },
  'announcements-full': {
    most: 50,
    table: 'announcements',
    of: null,
    create: text => root.ask(announcements.create, { text }),
  },
  'too-many-baselines': {
    most: 50,
    table: 'baselines',
    of: given.ownerElsewhere.workspace,
    create: name => partner.ask(baselines.publish, { name, pinPolicy: true }),
  },
}

/** Kinds that are tried elsewhere. */
const tried = ['too-many-access-policies', 'too-many-cards', 'too-many-support-requests', 'too-many-views']

test('each limit of a count is tried', () => {
  const codes = Object.keys(problems).filter(code => /^too-many-|-full$/.test(code))
  expect(codes.toSorted()).toEqual([...Object.keys(limits), ...tried].toSorted())
})

async function countOf({ table, of = here }: CountLimit): Promise<number> {
  const where = of === null ? '' : `where workspace_id = '${of}'`
  const { rows } = await world.superPool.query<{ n: number }>(`select count(*)::integer as n from ${table} ${where}`)
  return rows[0]?.n ?? 0
}

/** Copies the newest row until so many are there. */
async function fill(limit: CountLimit, until: number): Promise<void> {
  const { table, of = here, different = [] } = limit
  const { rows } = await world.superPool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  const numbered = ['name', ...different].filter(name => columns.includes(name))
  const changes = [`'copy', n`, ...numbered.map(name => `'${name}', x.${name} || '-' || n`)]
  const list = (of_: string) => columns.map(name => `${of_}"${name}"`).join(', ')
  await world.superPool.query(
    `insert into ${table} (${list('')})
     select ${list('made.')} from (
       select * from ${table} ${of === null ? '' : `where workspace_id = '${of}'`} order by id desc limit 1
     ) x
     cross join generate_series(1, $1::integer) n
     cross join lateral jsonb_populate_record(null::${table},
       to_jsonb(x) || jsonb_build_object(${["'id', gen_random_uuid()", ...changes].join(', ')})) made`,
    [until - (await countOf(limit))],
  )
}

test.each(Object.entries(limits))(
  '%s: the last one within the limit is created, and one more is refused',
  async (code, limit) => {
    const { most, create } = limit
    expect(await create('Number 1')).toMatchObject({ status: 200 })
    await fill(limit, most - 1)
    expect(await create('Number 2')).toMatchObject({ status: 200 })
    const refused = await create('Number 3')
    expect(refused).toMatchObject({ status: 409, body: { code } })
    expect((refused.body as { message: string }).message).toContain(most.toLocaleString('en'))
  },
)
