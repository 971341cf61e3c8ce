import { account } from '@claviger/contract/access/account'
import { connections } from '@claviger/contract/directories/connections'
import { scim } from '@claviger/contract/directories/scim'
import { syncs } from '@claviger/contract/directories/syncs'
import { users, userStatus } from '@claviger/contract/people/users'
import { accountRoles, permissionsOf, workspaceRoles } from '@claviger/contract/platform/permissions'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPerson, scimConnection, type Send, setActive } from '#test/emulators/scim-client.ts'

const home = await startTestApp()
const { as, given } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const administrator = async () => as((await given.session(given.administrator)).accessToken)
const roleOf = async (id: string) =>
  (await (await owner()).tell(administrators.list, {})).items.find(one => one.id === id)?.role

const group = async (send: Send, name: string, people: string[] = []): Promise<string> => {
  const made = await send('POST', '/Groups', { displayName: name, members: people.map(value => ({ value })) })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id as string
}
const members = (send: Send, id: string, op: 'add' | 'remove', ...people: string[]) =>
  send('PATCH', `/Groups/${id}`, { Operations: [{ op, path: 'members', value: people.map(value => ({ value })) }] })

describe('roles by group membership', () => {
  test('are granted and removed with group membership, as far as an owner approved', async () => {
    const { id, send } = await scimConnection(home, 'By group', { roles: [5], touchesRank: true })
    const [ann, bea, cleo] = [
      await addPerson(send, 'rg-ann'),
      await addPerson(send, 'rg-bea'),
      await addPerson(send, 'rg-cleo'),
    ]
    const readers = await group(send, 'Readers', [ann])
    const managers = await group(send, 'Managers', [cleo])
    const asOwner = await owner()
    const saved = await asOwner.tell(scim.update, {
      id,
      groupRoles: [
        { group: readers, role: 5 },
        { group: managers, role: 3 },
      ],
    })
    expect(saved.groupRoles.map(one => [one.name, one.role])).toEqual([
      ['Readers', 5],
      ['Managers', 3],
    ])
    expect([await roleOf(ann), await roleOf(bea), await roleOf(cleo)]).toEqual([5, undefined, undefined])
    await members(send, readers, 'add', bea)
    await members(send, readers, 'remove', ann)
    expect([await roleOf(ann), await roleOf(bea)]).toEqual([undefined, 5])
    // A change of another attribute must not affect her role, and neither must new members
    await send('PATCH', `/Users/${bea}`, { Operations: [{ op: 'replace', path: 'title', value: 'Nurse' }] })
    expect(await roleOf(bea)).toBe(5)
    await setActive(send, bea, false)
    expect(await roleOf(bea)).toBeUndefined()
    await setActive(send, bea, true)
    expect(await roleOf(bea)).toBe(5)
    const reach = { id, touchesRank: true, privateHosts: [] }
    await (await owner()).tell(connections.approve, { ...reach, roles: [3, 5] })
    await (await owner()).tell(scim.applyAgain, { id })
    expect([await roleOf(bea), await roleOf(cleo)]).toEqual([5, 3])
    await (await owner()).tell(connections.approve, { ...reach, roles: [3] })
    await (await owner()).tell(scim.applyAgain, { id })
    expect([await roleOf(bea), await roleOf(cleo)]).toEqual([undefined, 3])
    expect((await send('DELETE', `/Groups/${managers}`)).status).toBe(204)
    expect(await roleOf(cleo)).toBeUndefined()
  })

  test('are removed when their mapping is removed, and manually granted roles stay', async () => {
    const { id, send } = await scimConnection(home, 'Manual', { roles: [5], touchesRank: true })
    const [dan, eve] = [await addPerson(send, 'rg-dan'), await addPerson(send, 'rg-eve')]
    await testData(home).appoint(eve, 3)
    const readers = await group(send, 'Hand readers', [dan, eve])
    await (await owner()).tell(scim.update, { id, groupRoles: [{ group: readers, role: 5 }] })
    expect([await roleOf(dan), await roleOf(eve)]).toEqual([5, 3])
    await (await owner()).tell(scim.update, { id, groupRoles: [] })
    expect([await roleOf(dan), await roleOf(eve)]).toEqual([undefined, 3])
  })

  test('cannot be the owner role or use groups of other directories, and changes by others end the approval', async () => {
    const { id, send } = await scimConnection(home, 'Bounds', { roles: [5] })
    const other = await scimConnection(home, 'Elsewhere')
    const [mine, theirs] = [await group(send, 'Mine'), await group(other.send, 'Theirs')]
    const local = await testData(home).addGroup('Local')
    const asOwner = await owner()
    expect(await asOwner.ask(scim.update, { id, groupRoles: [{ group: mine, role: 1 }] })).toMatchObject({
      status: 422,
    })
    for (const strange of [theirs, local])
      expect(await asOwner.ask(scim.update, { id, groupRoles: [{ group: strange, role: 5 }] })).toMatchObject({
        status: 422,
        body: { fields: [{ field: 'groupRoles.0.group' }] },
      })
    const by = await administrator()
    const late = await addPerson(send, 'rg-late')
    expect(await by.tell(scim.update, { id, groupRoles: [{ group: mine, role: 5 }] })).toMatchObject({
      approvedBy: null,
    })
    await members(send, mine, 'add', late)
    expect(await roleOf(late)).toBeUndefined()
  })
})

test('a Conditional Access Administrator changes access policies and units, and nothing else', async () => {
  const { policyAdministrator } = workspaceRoles
  const { send } = await scimConnection(home, 'Conditional', { roles: [5, policyAdministrator], touchesRank: true })
  const roles = [{ value: 'ReadOnly' }, { value: 'ConditionalAccessAdministrator' }]
  const id = await addPerson(send, 'conditional@clinic.example', { roles })
  expect(await roleOf(id)).toBe(policyAdministrator)
  const may = permissionsOf({
    accountRole: accountRoles.administrator,
    workspaceRole: policyAdministrator,
    additional: [],
  })
  expect([...may].filter(one => one.endsWith('.write')).toSorted()).toEqual(['policies.write', 'units.write'])
})

test('SCIM suspends users without a directory only after a reviewed preview', async () => {
  const { id, send } = await scimConnection(home, 'Alone')
  const kept = await addPerson(send, 'kept-by-scim')
  const stranger = await given.addUser('Nowhere', 'Kept')
  const by = await owner()
  expect(await by.ask(scim.update, { id, unmanagedLeave: true })).toMatchObject({ body: { code: 'dry-run-first' } })
  const ended = async (run: string) => {
    const read = async () => (await owner()).tell(syncs.get, { id: run })
    await expect.poll(async () => (await read()).finishedAt, { timeout: 10_000 }).not.toBeNull()
    return read()
  }
  const dry = await by.tell(syncs.begin, { connection: id, dry: true, unmanaged: true })
  expect(await ended(dry.id)).toMatchObject({ state: 'done', dry: true })
  const rows = await (await owner()).tell(syncs.rows, { id: dry.id, pageSize: 100 })
  const seen = rows.items.map(one => one.anchor)
  expect(seen).toContain(stranger)
  expect(seen).not.toContain(kept)
  expect(seen).not.toContain(given.administrator.id)
  const statusOf = async (user: string) => (await (await owner()).tell(users.get, { id: user })).status
  expect(await statusOf(stranger)).not.toBe(userStatus.suspended)
  const on = await (await owner()).tell(scim.update, { id, unmanagedLeave: true, brakePeople: 1000 })
  expect(on.unmanagedLeave).toBe(true)
  await expect.poll(() => statusOf(stranger), { timeout: 10_000 }).toBe(userStatus.suspended)
  expect(await statusOf(kept)).not.toBe(userStatus.suspended)
  expect(await statusOf(given.administrator.id)).not.toBe(userStatus.suspended)
  const { items } = await (await owner()).tell(syncs.list, { connection: id })
  for (const one of items) await ended(one.id)
  const next = async () => (await (await owner()).tell(connections.get, { id })).nextRunAt
  expect(await next()).not.toBeNull()
  await (await owner()).tell(scim.update, { id, unmanagedLeave: false })
  expect(await next()).toBeNull()
})

describe('the banner for owners', () => {
  const notices = async (who: 'owner' | 'administrator' = 'owner') =>
    (await (await (who === 'owner' ? owner() : administrator())).tell(account.ribbon)).notices

  test('shows suspensions that wait until an owner approves them', async () => {
    const { id, send } = await scimConnection(home, 'Hasty')
    await (await owner()).tell(scim.update, { id, brakePeople: 0, brakePercent: 0 })
    expect((await setActive(send, await addPerson(send, 'hasty-one'), false)).status).toBe(429)
    expect(await notices()).toContainEqual(
      expect.objectContaining({
        id: 'scim:Hasty',
        level: 'warning',
        action: { label: 'View requests', href: '/dashboard/scim' },
      }),
    )
    expect((await notices('administrator')).map(one => one.id)).not.toContain('scim:Hasty')
    await (await owner()).tell(scim.goOn, { id })
    expect((await notices()).map(one => one.id)).not.toContain('scim:Hasty')
  })

  test('shows a removed user who still has a role, until an administrator decides', async () => {
    const { send } = await scimConnection(home, 'Rank')
    const gone = await addPerson(send, 'of-rank')
    await given.addActiveKeys([gone])
    await testData(home).appoint(gone, 5)
    expect((await send('DELETE', `/Users/${gone}`)).status).toBe(403)
    const told = async () => (await notices()).find(one => one.id.startsWith('leaver:'))
    expect(await told()).toMatchObject({
      level: 'error',
      text: 'of-rank was removed from the directory but still has a role here.',
      action: { label: 'View account', href: `/dashboard/users/${gone}` },
    })
    await expect
      .poll(async () => (await home.mailTo(given.owner.email)).subject)
      .toContain('of-rank left the directory but still has a role')
    await testData(home).suspend(gone)
    expect(await told()).toBeUndefined()
  })
})
