import { apiApplications } from '@claviger/contract/connect/api-applications'
import { connections } from '@claviger/contract/directories/connections'
import { links } from '@claviger/contract/directories/links'
import { onBehalf } from '@claviger/contract/directories/on-behalf'
import { groups } from '@claviger/contract/people/groups'
import { users, userStatus } from '@claviger/contract/people/users'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { directories } from '#test/api/directories.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { applyGroup, applyUsers, changeMembers, applyLeaving, type DirectoryPerson } from './links.ts'

const home = await startTestApp()
const { as, given, world } = home
const admin = as(given.administrator.accessToken)
const { add, inside } = directories(home)
const { accept, appoint, addUnit, appointOver } = testData(home)

const told = (anchor: string, more: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  anchor,
  active: true,
  fields: { userId: `${anchor}@corp`, firstName: anchor, lastName: 'Told', email: `${anchor}@corp.example` },
  ...more,
})
const apply = (connection: ConnectedDirectory, people: DirectoryPerson[], mode = 2) =>
  inside(ctx => applyUsers(ctx, connection, people, mode))
const one = async (connection: ConnectedDirectory, person: DirectoryPerson, mode = 2) =>
  (await apply(connection, [person], mode))[0]
const user = (id: string | null | undefined) => admin.tell(users.get, { id: id as string })

describe('users of a directory', () => {
  test('are added and changed, and repeating it writes nothing', async () => {
    const ldap = await add({ kind: 6, name: 'Corp' })
    const [first, second] = await apply(ldap, [told('ann'), told('bob')])
    expect([first?.outcome, second?.outcome]).toEqual(['added', 'added'])
    expect(await user(first?.user)).toMatchObject({ userId: 'ann@corp', source: 4, lastName: 'Told' })
    expect(await one(ldap, told('ann'))).toMatchObject({ outcome: 'unchanged', user: first?.user })
    const changed = told('ann', { fields: { ...told('ann').fields, lastName: 'Wed', attribute1: 'Ward 3' } })
    expect(await one(ldap, changed, 1)).toMatchObject({ outcome: 'skipped', reason: 'mode-new' })
    expect(await one(ldap, changed, 3)).toMatchObject({ outcome: 'changed' })
    expect(await user(first?.user)).toMatchObject({ lastName: 'Wed', scimAttribute1: 'Ward 3' })
    expect(await one(ldap, told('cy'), 3)).toMatchObject({ outcome: 'skipped', reason: 'mode-existing' })
  })

  test('are read-only except for keys and status (R157)', async () => {
    const okta = await add({ kind: 2, name: 'Okta' })
    const { user: id } = (await one(okta, told('rita'))) ?? {}
    const now = await user(id)
    const input = { id: now.id, userId: now.userId, firstName: 'Rita', lastName: now.lastName, email: now.email }
    expect(await admin.ask(users.update, input)).toMatchObject({ status: 409, body: { code: 'imported-read-only' } })
    await given.addActiveKeys([now.id])
    expect((await admin.tell(bulkRuns.suspend, { ids: [now.id] })).succeeded).toBe(1)
  })

  test('conflict with users of another directory and with local users', async () => {
    const [mine, other] = [await add({ kind: 6, name: 'Mine' }), await add({ kind: 1, name: 'Other' })]
    await one(mine, told('dora'))
    expect(await one(other, told('x1', { fields: told('dora').fields }))).toMatchObject({
      outcome: 'refused',
      reason: 'clash',
    })
    const local = await given.addUser('Local', 'Person', { user_id: 'lp', email: 'lp@else.example' })
    const like = { userId: 'lp', firstName: 'Not', lastName: 'Local', email: 'lp@else.example' }
    expect(await one(mine, told('x2', { fields: like }))).toMatchObject({ outcome: 'refused', reason: 'clash' })
    expect(await user(local)).toMatchObject({ firstName: 'Local', source: 1 })
  })

  test('are not applied before an owner approves, or after the approver stops being an owner', async () => {
    const bare = await add({ kind: 6, name: 'Bare' }, null)
    expect(await one(bare, told('eve'))).toMatchObject({ outcome: 'refused', reason: 'not-approved' })
    const late = await add({ kind: 6, name: 'Late' })
    await world.superPool.query('update directory_connections set approved_by = $2 where id = $1', [
      late.id,
      given.administrator.id,
    ])
    expect(await one(late, told('eve'))).toMatchObject({ outcome: 'refused', reason: 'not-approved' })
  })
})

describe('users who leave the directory', () => {
  test('are suspended immediately and can return, and suspensions by administrators stay', async () => {
    const scim = await add({ kind: 7, name: 'Scim' })
    const id = (await one(scim, told('finn')))?.user as string
    await given.addActiveKeys([id])
    await appoint(id, 5)
    const there = await given.session({ id, workspace: given.owner.workspace })
    expect((await as(there.accessToken).ask(users.list, {})).status).toBe(200)
    await home.as(given.owner.accessToken).tell(connections.approve, {
      id: scim.id,
      roles: [],
      touchesRank: true,
      privateHosts: [],
    })
    const wide = await directories(home).again(scim.id)
    const [left] = await inside(ctx => applyLeaving(ctx, wide, ['finn']))
    expect(left).toMatchObject({ outcome: 'suspended' })
    expect((await as(there.accessToken).ask(users.list, {})).status).toBe(401)
    expect((await user(id)).status).toBe(userStatus.suspended)
    expect((await inside(ctx => applyLeaving(ctx, wide, ['finn'])))[0]).toMatchObject({ outcome: 'unchanged' })
    // Suspended by an administrator too, so that the directory alone can't reactivate the user
    expect((await as(given.owner.accessToken).tell(bulkRuns.suspend, { ids: [id] })).succeeded).toBe(1)
    expect(await one(wide, told('finn'))).toMatchObject({ outcome: 'restored' })
    expect((await user(id)).status).toBe(userStatus.suspended)
    await as(given.owner.accessToken).tell(bulkRuns.activate, { ids: [id] })
    expect((await user(id)).status).toBe(userStatus.active)
  })

  test('stay if they have a role, and the owners are notified', async () => {
    const ldap = await add({ kind: 6, name: 'Ranked' })
    const id = (await one(ldap, told('gina')))?.user as string
    await appoint(id, 2)
    expect((await inside(ctx => applyLeaving(ctx, ldap, ['gina'])))[0]).toMatchObject({
      outcome: 'refused',
      reason: 'of-rank',
    })
    expect((await user(id)).status).not.toBe(userStatus.suspended)
    const { subject } = await home.mailTo(given.owner.email)
    expect(subject).toContain('gina Told left the directory but still has a role')
  })
})

test('roles are granted as far as an owner approved, and removed only by their source', async () => {
  const scim = await add({ kind: 7, name: 'Roles' }, { roles: [3] })
  const role = async (id: string) =>
    (await world.superPool.query('select role from administrators where user_id = $1', [id])).rows[0]?.role as number
  const id = (await one(scim, told('hal', { roles: ['AuthenticationAdministrator'] })))?.user as string
  expect(await role(id)).toBeUndefined()
  await accept(id)
  expect(await role(id)).toBe(3)
  expect(await one(scim, told('hal', { roles: ['Owner', 'GlobalAdministrator'] }))).toMatchObject({
    reason: 'role-not-approved',
  })
  expect(await role(id)).toBeUndefined()
  await appoint(id, 4)
  expect(await one(scim, told('hal', { roles: [] }))).toMatchObject({ reason: 'of-rank' })
  expect(await role(id)).toBe(4)
})

test('syncs groups with members from the same directory only', async () => {
  const ldap = await add({ kind: 6, name: 'Groups' })
  const [ida, jan] = await apply(ldap, [told('ida'), told('jan')])
  const { group } = await inside(ctx => applyGroup(ctx, ldap, { anchor: 'g1', name: 'Surgery', description: '' }))
  const stranger = await given.addUser('Local', 'Surgeon')
  const changed = await inside(ctx =>
    changeMembers(ctx, ldap, group as string, { replace: ['ida', jan?.user as string, stranger] }),
  )
  expect(new Set(changed.added)).toEqual(new Set([ida?.user, jan?.user]))
  expect(changed.unknown).toEqual([stranger])
  expect(await admin.ask(groups.update, { groupId: group as string, name: 'Mine' })).toMatchObject({ status: 409 })
  await inside(ctx => changeMembers(ctx, ldap, group as string, { remove: ['ida'] }))
  expect((await user(ida?.user)).groups).toEqual([])
  expect(await inside(ctx => applyGroup(ctx, ldap, { anchor: 'g2', name: 'surgery', description: '' }))).toMatchObject({
    reason: 'group-name-taken',
  })
})

test('users of a disconnected directory become local users', async () => {
  const okta = await add({ kind: 2, name: 'No longer in the directory' })
  const kim = (await one(okta, told('kim')))?.user as string
  await as((await given.session(given.administrator)).accessToken).tell(connections.remove, { id: okta.id })
  expect(await user(kim)).toMatchObject({ source: 1, firstName: 'kim' })
})

describe('two accounts that may be the same user', () => {
  test('are linked by a verified email, never for an administrator, otherwise manually', async () => {
    const owner = as((await given.session(given.owner)).accessToken)
    const { workspace } = given.owner
    await world.superPool.query(
      `insert into trust_domains (workspace_id, id, domain, status, proof, created_at, verified_at)
       values ($1, gen_random_uuid(), 'proven.example', 1, repeat('x', 24), now(), now())`,
      [workspace],
    )
    const okta = await add({ kind: 2, name: 'Clashing' })
    const verified = { email_verified_at: new Date() }
    const plain = await given.addUser('Lea', 'Local', { email: 'lea@proven.example', ...verified })
    const ranked = await given.addUser('Max', 'Local', { email: 'max@proven.example', ...verified })
    await appoint(ranked, 2)
    const from = (name: string) => ({
      userId: `${name}@there`,
      firstName: name,
      lastName: 'There',
      email: `${name}@proven.example`,
    })
    expect(await one(okta, told('lea', { fields: from('lea') }))).toMatchObject({ outcome: 'linked', user: plain })
    expect(await user(plain)).toMatchObject({ userId: 'lea@there', source: 3 })
    expect(await one(okta, told('max', { fields: from('max') }))).toMatchObject({ outcome: 'refused', reason: 'clash' })
    const { items } = await admin.tell(links.clashes, { connection: okta.id })
    expect(items).toMatchObject([{ anchor: 'max', because: 'email', user: { id: ranked, ofRank: true } }])
    const which = { connection: okta.id, anchor: 'max' }
    const manager = as((await given.session(given.userManager)).accessToken)
    expect((await manager.ask(links.link, which)).status).toBe(403)
    await owner.tell(links.link, which)
    expect(await user(ranked)).toMatchObject({ source: 3, userId: expect.stringContaining('') as string })
    expect((await admin.tell(links.clashes, { connection: okta.id })).total).toBe(0)
  })

  test('are separated manually, and are no longer listed as a conflict', async () => {
    const okta = await add({ kind: 2, name: 'Apart' })
    await given.addUser('Una', 'Local', { user_id: 'una', email: null })
    await one(okta, told('una1', { fields: { userId: 'UNA', firstName: 'Una', lastName: 'There' } }))
    const which = { connection: okta.id, anchor: 'una1' }
    await admin.tell(links.apart, which)
    await one(okta, told('una1', { fields: { userId: 'UNA', firstName: 'Una', lastName: 'There' } }))
    expect((await admin.tell(links.clashes, { connection: okta.id })).total).toBe(0)
    const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
    expect((await elsewhere.ask(links.apart, which)).status).toBe(404)
  })
})

test('unit administrators see which directory manages their users, and cannot change its data', async () => {
  const asAdmin = as((await given.session(given.administrator)).accessToken)
  const { id: apiApplication } = await asAdmin.tell(apiApplications.create, {
    name: 'Okta',
    type: 'okta',
    address: 'https://one.okta.com',
    secret: 'one',
  })
  const okta = await add({ kind: 2, name: 'Head office', apiApplication })
  const applied = await apply(okta, [told('mine'), told('other')])
  const [mine = '', other = ''] = applied.map(({ user: id }) => id ?? '')
  const local = await given.addUser('Kept', 'Here')
  const ward = await addUnit('Ward 3', [mine, local])
  const head = await given.addUser('Uma', 'Units')
  const { workspace } = given.owner
  await appointOver(head, [ward], 3, [1])
  const unitAdmin = as((await given.session({ id: head, workspace })).accessToken)

  expect(await unitAdmin.tell(links.keeper, { userId: mine })).toEqual({
    keeper: { connection: okta.id, name: 'Head office', type: 2, leftAt: null },
    others: [],
  })
  expect(await unitAdmin.tell(links.keeper, { userId: local })).toEqual({ keeper: null, others: [] })
  expect(await unitAdmin.ask(links.keeper, { userId: other })).toMatchObject({ status: 404 })
  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  expect(await elsewhere.ask(links.keeper, { userId: mine })).toMatchObject({ status: 404 })

  const same = await unitAdmin.tell(users.get, { id: mine })
  const form = { id: mine, userId: same.userId, firstName: 'mine', lastName: 'Told', email: same.email }
  for (const change of [{ lastName: 'Else' }, { email: 'else@corp.example' }, { userId: 'else' }])
    expect(await unitAdmin.ask(users.update, { ...form, ...change })).toMatchObject({
      status: 409,
      body: { code: 'imported-read-only' },
    })
  await given.addActiveKeys([mine])
  expect((await unitAdmin.tell(bulkRuns.suspend, { ids: [mine] })).succeeded).toBe(1)
  expect((await unitAdmin.tell(bulkRuns.activate, { ids: [mine] })).succeeded).toBe(1)

  // Unit administrators can't see the connection, so they can't register passkeys and get the reason
  const { items } = await unitAdmin.tell(onBehalf.standing, { userId: mine })
  expect(items.map(({ reason }) => reason)).toEqual(['not-from-there', 'whole-workspace'])
  const from = { actor: { kind: 'operator', name: 'Test' }, request: { id: 'test', ip: '', userAgent: '' } } as const
  const sealed = transact(world, { ...from, workspace, unitsOf: head }, ctx =>
    sql`select sealed from directory_connections`.execute(ctx.db),
  )
  await expect(sealed).rejects.toThrow('permission denied')
})
