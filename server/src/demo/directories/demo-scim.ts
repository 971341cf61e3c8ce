import { connectionKinds } from '@claviger/contract/directories/connections'
import { userSources } from '@claviger/contract/people/users'
import { mappingOf } from '#features/directories/scim/scim-presets.ts'
import { days, hours, later, minutes } from '#platform/clock.ts'
import { newId, newIdAt } from '#platform/ids.ts'
import { insertMany } from '../bulk.ts'
import { type DemoArea, staffName } from '../demo-area.ts'
import { historyDays } from '../hospital.ts'
import type { StaffMember } from '../staff.ts'
import { insertDirectoryLinks } from './demo-directories.ts'

const name = 'HR system, agency staff'
const address = '198.51.100.24'
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const asked = { people: 24, days: 14 }

interface Exchange {
  at: Date
  method: string
  path: string
  status: number
  took: number
  about: StaffMember | null
  request: object | null
  answer: object | null
  told: object
}

/** A SCIM client that provisioned the agency staff, with its requests of the last two weeks. */
export async function insertScim(area: DemoArea): Promise<void> {
  const { ctx, workspace, staff, owner, desk, now, chance } = area
  const connectedAt = later(now, -days(historyDays))
  const people = staff.filter(one => one.source === userSources.scim).map(user => ({ anchor: user.id, user }))
  const id = newIdAt(connectedAt)
  await ctx.db
    .insertInto('directory_connections')
    .values({
      workspace_id: workspace,
      id,
      kind: connectionKinds.scim,
      name,
      settings: JSON.stringify({ preset: 'other', addresses: [`${address}/32`] }),
      mapping: JSON.stringify(mappingOf('other')),
      leaving: 'delete',
      approved_by: owner.id,
      approved_name: staffName(owner),
      approved_at: later(connectedAt, hours(1)),
      connection: 'successful',
      connected_at: later(now, -minutes(25)),
      created_at: connectedAt,
      changed_at: later(connectedAt, hours(1)),
      changed_by: staffName(desk),
      position: 3,
    })
    .execute()
  await insertDirectoryLinks(area, { id, people })
  await insertResources(area, id, people)
  await ctx.db
    .insertInto('scim_tokens')
    .values({
      workspace_id: workspace,
      id: newIdAt(connectedAt),
      connection_id: id,
      // The hash of no token: the demo has no client that knows one
      hash: chance.bytes(32),
      created_at: connectedAt,
      created_by: staffName(owner),
      last_used_at: later(now, -minutes(25)),
      last_used_ip: address,
      keeper_id: owner.id,
    })
    .execute()
  await insertRecords(area, id, people)
}

const documentOf = (user: StaffMember) => ({
  schemas: [core, enterprise],
  userName: user.userId,
  externalId: user.employeeId,
  name: { givenName: user.first, familyName: user.last },
  emails: [{ value: user.userId, type: 'work', primary: true }],
  active: user.fate !== 'suspended',
  [enterprise]: { employeeNumber: user.employeeId },
})

async function insertResources(
  { ctx, workspace }: DemoArea,
  connection: string,
  people: readonly { anchor: string; user: StaffMember }[],
) {
  await insertMany(
    ctx.db,
    'scim_resources',
    {
      workspace_id: 'uuid',
      connection_id: 'uuid',
      what: 'text',
      id: 'uuid',
      anchor: 'text',
      external_id: 'text',
      name_key: 'text',
      active: 'boolean',
      doc: 'jsonb',
      created_at: 'timestamptz',
      modified_at: 'timestamptz',
    },
    people.map(({ anchor, user }) => {
      const { schemas: _schemas, active, ...doc } = documentOf(user)
      return [
        workspace,
        connection,
        'user',
        user.id,
        anchor,
        user.employeeId,
        user.userId.toLowerCase(),
        active,
        JSON.stringify({ ...doc, active }),
        user.createdAt,
        user.createdAt,
      ]
    }),
  )
}

async function insertRecords(
  area: DemoArea,
  connection: string,
  people: readonly { user: StaffMember }[],
): Promise<void> {
  const since = later(area.now, -days(asked.days))
  const created = people.filter(({ user }) => user.createdAt > since).flatMap(({ user }) => creation(area, user))
  const exchanges = [
    ...created,
    ...changes(
      area,
      people.map(one => one.user),
    ),
    ...polls(area),
  ]
  await insertMany(
    area.ctx.db,
    'scim_records',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      connection_id: 'uuid',
      at: 'timestamptz',
      method: 'text',
      path: 'text',
      status: 'smallint',
      took: 'integer',
      about: 'uuid',
      name: 'text',
      request: 'text',
      answer: 'text',
      told: 'jsonb',
      ip: 'text',
    },
    exchanges
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map(one => [
        area.workspace,
        newIdAt(one.at),
        connection,
        one.at,
        one.method,
        `/api/scim/v2${one.path}`,
        one.status,
        one.took,
        one.about?.id ?? null,
        one.about ? staffName(one.about) : '',
        one.request && JSON.stringify(one.request),
        one.answer && JSON.stringify(one.answer),
        JSON.stringify(one.told),
        address,
      ]),
  )
}

const filledOf = (user: StaffMember) => [
  { field: 'userId', value: user.userId, from: ['userName'] },
  { field: 'firstName', value: user.first, from: ['name.givenName'] },
  { field: 'lastName', value: user.last, from: ['name.familyName'] },
  { field: 'email', value: user.userId, from: ['emails[type eq "work"].value'] },
  { field: 'employeeId', value: user.employeeId, from: [`${enterprise}:employeeNumber`] },
]

/** A look-up that finds no user, as most clients send before they create one, and the creation. */
function creation({ chance }: DemoArea, user: StaffMember): Exchange[] {
  const document = documentOf(user)
  const filter = encodeURIComponent(`userName eq "${user.userId}"`)
  return [
    {
      at: later(user.createdAt, -800),
      method: 'GET',
      path: `/Users?filter=${filter}`,
      status: 200,
      took: 3 + chance.below(6),
      about: null,
      request: null,
      answer: { totalResults: 0, Resources: [] },
      told: { did: 'listed' },
    },
    {
      at: user.createdAt,
      method: 'POST',
      path: '/Users',
      status: 201,
      took: 14 + chance.below(30),
      about: user,
      request: document,
      answer: { ...document, id: user.id },
      told: { did: 'created', about: user.id, name: staffName(user), filled: filledOf(user), ignored: ['title'] },
    },
  ]
}

/** Changed phone numbers, a repeated user name that was refused, and a change of a user who isn't there. */
function changes({ now, chance }: DemoArea, people: readonly StaffMember[]): Exchange[] {
  const patched = Array.from({ length: asked.people }, (): Exchange => {
    const user = chance.pick(people)
    const value = `+44 20 7946 ${String(chance.below(9000)).padStart(4, '0')}`
    const at = later(now, -chance.below(Math.min(days(asked.days), now.getTime() - user.createdAt.getTime())))
    return {
      at,
      method: 'PATCH',
      path: `/Users/${user.id}`,
      status: 200,
      took: 9 + chance.below(20),
      about: user,
      request: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value }],
      },
      answer: { ...documentOf(user), id: user.id },
      told: {
        did: 'changed',
        about: user.id,
        name: staffName(user),
        filled: [{ field: 'phone', value, from: ['phoneNumbers[type eq "mobile"].value'] }],
      },
    }
  })
  const taken = chance.pick(people)
  const gone = newId()
  const refused = (detail: string) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], detail })
  return [
    ...patched,
    {
      at: later(now, -days(3) - hours(2)),
      method: 'POST',
      path: '/Users',
      status: 409,
      took: 6,
      about: taken,
      request: documentOf(taken),
      answer: { ...refused('A user with this userName exists'), status: '409', scimType: 'uniqueness' },
      told: { did: 'refused', reason: 'A user with this userName exists' },
    },
    {
      at: later(now, -days(2) - hours(5)),
      method: 'PATCH',
      path: `/Users/${gone}`,
      status: 404,
      took: 2,
      about: null,
      request: { Operations: [{ op: 'replace', path: 'active', value: false }] },
      answer: { ...refused(`There is no user ${gone}`), status: '404' },
      told: { did: 'refused', reason: `There is no user ${gone}` },
    },
  ]
}

/** The client reads the first page each hour. */
const polls = ({ now, chance }: DemoArea): Exchange[] =>
  Array.from({ length: 48 }, (_one, ago) => ({
    at: later(now, -minutes(25) - hours(ago)),
    method: 'GET',
    path: '/Users?startIndex=1&count=100',
    status: 200,
    took: 8 + chance.below(12),
    about: null,
    request: null,
    answer: null,
    told: { did: 'listed' },
  }))
