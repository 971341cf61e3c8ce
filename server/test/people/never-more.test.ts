// After any few calls, a user has no permission or scope that they did not start with: neither by their own role, nor by
// an account or API key that they gained access to. This includes accounts of users who were given a role in the
// meantime and accepted it.
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import {
  reachesOtherWorkspaces,
  everyGrant,
  type Permission,
  permissions,
  permissionsOfKeys,
} from '@claviger/contract/platform/permissions'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { groups } from '@claviger/contract/people/groups'
import { account } from '@claviger/contract/access/account'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { sharing } from '@claviger/contract/keys/sharing'
import * as fc from 'fast-check'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { features } from '../../src/features.ts'
import { registerFingerReader } from '../api/finger-reader.ts'
import { type Caller, startTestApp } from '../app/test-app.ts'
import { createStandings, type PlacedUser } from '../api/test-roles.ts'
import { callsWithoutSteps, type Step, escalationSteps } from '../api/escalation-steps.ts'

// WALKS: number of walks; 10,000 before a release. Not a duration, so that a busy machine does as many
const walkCount = Number(process.env['WALKS'] ?? 100)
vi.setConfig({ testTimeout: 60_000 + walkCount * 1500 })

const built = await startTestApp({ BILLING: 'on' })
const { world, given, as } = built
const { workspace } = given.owner
const { people, askers, unit, named } = await createStandings(built)
// As the database owner, because it copies all tables
const base = new pg.Pool({
  connectionString: world.config.databaseUrl,
  options: `-c app.workspace=${workspace}`,
  max: 1,
})
afterAll(() => base.end())
const query = async <T extends object>(text: string, ...values: unknown[]) => (await base.query<T>(text, values)).rows

const keyOf = new Map<string, string>()
const fingerKeyOf = new Map<string, string>()
for (const { id } of people) {
  keyOf.set(id, await given.addKey(id, { kind: 2, verification: 4 }))
  fingerKeyOf.set(id, await given.addKey(id, { kind: 5 }))
}
await registerFingerReader(built)
await named('owner').caller.tell(selfServicePages.create, { page: 'walked', name: 'Walked' })
const binned = people
  .filter(one => ['administrator of A', 'reader who manages users'].includes(one.called))
  .map(one => one.id)
await query(`update users set deleted_at = now() where id = any($1)`, binned)
const teams: string[] = []
for (const [name, rule] of Object.entries({
  Wards: null,
  Ruled: { match: 'all', conditions: [{ field: 'scimAttribute1', operator: 'is', value: 'Porter' }] },
  Deputies: null,
} as const)) {
  const made = await named('owner').caller.ask(groups.create, { name, ...(rule && { rule }) })
  teams.push(String(made.body['id']))
}
await named('owner').caller.tell(sharing.add, { id: named('owner').id, users: [], groups: [teams[2] as string] })
const places = Object.values(unit)

const kept = [
  'users',
  'organization_units',
  'groups',
  'group_rules',
  'administrators',
  'unit_administrators',
  'super_administrators',
  'unit_members',
  'group_members',
  'shares',
  'security_keys',
]
const generated = new Set(
  (
    await query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and is_generated = 'ALWAYS'`,
    )
  ).map(one => one.name),
)
const columnsOf = new Map<string, string[]>()
for (const table of kept) {
  const rows = await query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    table,
  )
  columnsOf.set(
    table,
    rows.map(one => one.name).filter(name => !generated.has(`${table}.${name}`)),
  )
  await query(`create table public.kept_${table} as select * from ${table} where workspace_id = '${workspace}'`)
}
const putBack = [
  `delete from api_keys where workspace_id = '${workspace}' and name = 'Walked'`,
  `delete from address_changes where workspace_id = '${workspace}'`,
  `delete from owner_changes where workspace_id = '${workspace}'`,
  `delete from pending_roles where workspace_id = '${workspace}'`,
  ...kept
    .toReversed()
    .map(table =>
      table === 'users'
        ? `delete from users where workspace_id = '${workspace}' and id not in (select id from kept_users)`
        : `delete from ${table} where workspace_id = '${workspace}'`,
    ),
  ...kept.map(table => {
    const names = columnsOf.get(table) as string[]
    return table === 'users'
      ? `update users u set ${names.map(name => `${name} = k.${name}`).join()} from kept_users k where u.workspace_id = k.workspace_id and u.id = k.id`
      : `insert into ${table} (${names.join()}) select ${names.join()} from kept_${table}`
  }),
].join(';')

/** Group rules are applied in the background and may lock the same rows in another order. */
async function allAsItWas(tries = 5): Promise<void> {
  try {
    await query(putBack)
  } catch (error) {
    if (tries === 0 || (error as { code?: string }).code !== '40P01') throw error
    await allAsItWas(tries - 1)
  }
}

interface Power {
  may: ReadonlySet<string>
  units: readonly string[] | undefined
}
const lifts = (may: Permission) => may.includes('.') && !may.endsWith('.own')

/** Each user's permissions by role, derived only from the contract. */
async function offices(): Promise<Map<string, Power>> {
  const rows = await query<{ id: string; role: number; additional: number[]; type: number; units: string[] }>(
    `select user_id as id, role, additional, type, array(select unit_id from unit_administrators u where u.user_id = a.user_id) as units
      from administrators a where workspace_id = $1`,
    workspace,
  )
  const all = new Map<string, Power>()
  for (const { id, role, additional, type, units: of } of rows) {
    const given_ = everyGrant.filter(
      one => one.unitsOnly === (type === 2) && (one.role === role || additional.includes(one.additional ?? 0)),
    )
    all.set(id, {
      may: new Set(given_.flatMap(one => one.permissions).filter(lifts)),
      units: type === 2 ? of : undefined,
    })
  }
  for (const { id } of await query<{ id: string }>(
    'select user_id as id from super_administrators where workspace_id = $1',
    workspace,
  ))
    all.set(id, { may: new Set(permissions), units: undefined })
  return all
}

/**
 * Accounts that a user might open: through keys they created or whose PIN they set, addresses they changed,
 * users they created or restored, fingerprints they can enroll, and accounts shared with any of these. A user who can set
 * attributes can match every rule. Users who accepted a role since then (`risen`) ended all earlier access.
 */
async function openTo(own: ReadonlySet<string>, risen: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    `with recursive first as (
        select id from users u where workspace_id = $1 and (id = any($2)
          or u.id <> all($3) and not exists (select from kept_users k where k.id = u.id)
          or exists (select from kept_users k where k.id = u.id and (u.email is not null and k.email is distinct from u.email
            or u.id <> all($3) and k.deleted_at is not null and u.deleted_at is null)))
        union select user_id from security_keys s where workspace_id = $1 and not proof_due
          and not exists (select from kept_security_keys k where k.id = s.id and k.pin_sealed is not distinct from s.pin_sealed)
        union select user_id from fingerprint_enrolments e where workspace_id = $1 and not exists (
          select from security_keys s where s.workspace_id = $1 and s.id = e.key_id and s.proof_due)
      ), opened as (
        select id from first
        union select s.account_id from shares s join opened o on s.workspace_id = $1 and (s.person_id = o.id
          or exists (select from group_members m where m.group_id = s.group_id and m.user_id = o.id and opens_by_group(s.group_id, s.account_id))
          or exists (select from group_rules r where r.group_id = s.group_id and opens_by_group(s.group_id, s.account_id)))
      ) select distinct id from opened`,
    workspace,
    [...own],
    [...risen],
  )
  return new Set(rows.map(one => one.id))
}

const scopes = permissionsOfKeys.filter(lifts)

const walked = escalationSteps({
  people: people.map(one => one.id),
  teams,
  places,
  keyOf: id => keyOf.get(id) ?? id,
  fingerKeyOf: id => fingerKeyOf.get(id) ?? id,
  page: 'walked',
})

/** What an owner grants to the affected user after a step. */
type Rise = 'nothing' | 'offered' | 'accepted' | 'owner'

/** An owner offers a user a role or the workspace, and the user accepts with a passkey that they created. */
async function rise(id: string, role: number, how: Rise): Promise<boolean> {
  const owner = as((await given.session(given.owner)).accessToken)
  if (how === 'owner') await owner.ask(administrators.askOwner, { id })
  else {
    const made = await owner.ask(administrators.create, { ids: [id], role })
    if (made.status === 409) await owner.ask(administrators.update, { id, role })
  }
  if (how !== 'accepted') return false
  const own = await given.ownSession({ id, workspace })
  const { status } = await as(own.accessToken).ask(administrators.answerRole, { accept: true })
  await own.drop()
  return status === 200
}

const steps = fc.array(
  fc.record<Step & { rise: Rise }>({
    what: fc.nat(walked.names.length - 1),
    by: fc.nat(3),
    whom: fc.nat(people.length),
    other: fc.nat(people.length),
    team: fc.nat(3),
    place: fc.nat(places.length - 1),
    role: fc.integer({ min: 1, max: 5 }),
    more: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    rise: fc.constantFrom<Rise>('nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'offered', 'accepted', 'owner'),
    scope: fc.uniqueArray(fc.constantFrom(...scopes), { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 5 },
)

test('every call that changes something is walked, or declares why it grants no permission, key, or sign-in', () => {
  const changing = features
    .map(bound => bound.endpoint)
    .filter(({ may, changes }) => changes && may.includes('.') && !reachesOtherWorkspaces(may))
  const nameOf = ({ feature, call }: { feature: string; call: string }) => `${feature}.${call}`
  const tried = new Set(walked.names)
  const excused = (is: Endpoint) => nameOf(is) in callsWithoutSteps || is.feature in callsWithoutSteps
  expect(changing.filter(is => !tried.has(nameOf(is)) && !excused(is)).map(nameOf)).toEqual([])
  const there = new Set(changing.flatMap(is => [is.feature, nameOf(is)]))
  expect(Object.keys(callsWithoutSteps).filter(name => !there.has(name) || tried.has(name))).toEqual([])
})

const within = (power: Power, before: readonly Power[]) =>
  [...power.may].filter(
    may =>
      !before.some(
        had =>
          had.may.has(may) && (had.units === undefined || power.units?.every(one => had.units?.includes(one)) === true),
      ),
  )

/** Members of a unit administrator's units; only others could have added them. */
const membersOf = async (of: readonly string[] | undefined) =>
  of === undefined
    ? []
    : (
        await query<{ id: string }>(
          `select m.user_id as id from unit_members m join kept_users k on k.id = m.user_id where unit_id = any($1)`,
          of,
        )
      ).map(one => one.id)

const walkers = askers.filter(one => one.holds.size > 0 && !one.isSuper && !binned.includes(one.id))

test('up to five calls give no user more permissions than before', async () => {
  let worked = 0
  const walk = async (called: string, path: readonly (Step & { rise: Rise })[]) => {
    const asker = walkers.find(one => one.called === called) as PlacedUser
    await allAsItWas()
    const isPerson = people.includes(asker)
    const own: Power = isPerson
      ? ((await offices()).get(asker.id) ?? { may: new Set(), units: undefined })
      : { may: asker.holds, units: undefined }
    const reachBefore = await membersOf(own.units)
    const programs: { id: string; caller: Caller; power: Power }[] = []
    const fresh = {
      user: asker.id,
      group: teams[0] as string,
      apiKey: askers.at(-1)?.id as string,
      run: asker.id,
      keyRun: asker.id,
    }
    const told: string[] = []
    const risen = new Set<string>()
    const before: Caller[] = []
    for (const step of path) {
      const mine = await openTo(new Set(isPerson ? [asker.id] : []), risen)
      const callers = [...mine].map(id => async () => as((await given.session({ id, workspace })).accessToken))
      const those = [
        ...(isPerson ? [] : [() => asker.caller]),
        ...callers,
        ...programs.map(
          ({ caller }) =>
            () =>
              caller,
        ),
      ]
      const as_ =
        (step.by === 0 ? those[step.other % those.length] : undefined) ??
        (isPerson ? async () => as((await given.session({ id: asker.id, workspace })).accessToken) : () => asker.caller)
      const [endpoint, input] = walked.callOf(step, fresh)
      const caller = await as_()
      before.push(caller)
      const { status, body } = await caller.ask(endpoint, input as Record<string, unknown>)
      told.push(
        `${endpoint.feature}.${endpoint.call} ${JSON.stringify(input)} → ${String(status)} ${JSON.stringify(body['code'])}`,
      )
      expect(status, told.join('\n')).toBeLessThan(500)
      if (status === 200) worked++
      if (status === 200 && endpoint.call === 'create' && endpoint.feature === 'users') fresh.user = String(body['id'])
      if (status === 200 && endpoint.call === 'create' && endpoint.feature === 'groups')
        fresh.group = String(body['id'])
      if (status === 200 && endpoint.feature === 'bulk-runs') fresh.run = String(body['id'])
      if (status === 200 && endpoint.feature === 'key-acts' && typeof body['id'] === 'string') fresh.keyRun = body['id']
      if (status === 200 && endpoint.feature === 'api-keys' && typeof body['value'] === 'string') {
        const { id } = body['key'] as { id: string }
        programs.push({ id, caller: as(body['value']), power: { may: new Set(step.scope), units: undefined } })
      }
      // Gains of the walker's own account were granted by an owner on purpose
      const lifted = people.map(one => one.id).concat(fresh.user)[step.whom] ?? fresh.user
      if (step.rise !== 'nothing' && lifted !== asker.id) {
        if (await rise(lifted, step.role, step.rise)) risen.add(lifted)
        told.push(`${step.rise} ${String(step.role)}: ${lifted}`)
      }
    }
    const now = await offices()
    for (const one of before) {
      const { status, body } = await one.ask(account.self)
      const may = new Set((status === 200 ? (body['permissions'] as Permission[]) : []).filter(lifts))
      expect(within({ may, units: own.units }, [own]), `${asker.called}\n${told.join('\n')}`).toEqual([])
    }
    const opened = await openTo(new Set(isPerson ? [asker.id] : []), risen)
    const powers = [...opened].flatMap(id => now.get(id) ?? []).concat(programs.map(one => one.power))
    const gained = powers.flatMap(power => within(power, [own]))
    expect(gained, `${asker.called}\n${told.join('\n')}`).toEqual([])
    const grown = (await membersOf(own.units)).filter(id => !reachBefore.includes(id))
    expect(grown, `${asker.called}\n${told.join('\n')}`).toEqual([])
  }
  await fc.assert(fc.asyncProperty(fc.constantFrom(...walkers.map(one => one.called)), steps, walk), {
    numRuns: walkCount,
  })
  // A sequence in which every call is refused proves nothing
  expect(worked).toBeGreaterThan(20)
})
