import { onBehalf } from '@claviger/contract/directories/on-behalf'
import { connections } from '@claviger/contract/directories/connections'
import { links } from '@claviger/contract/directories/links'
import { activity } from '@claviger/contract/oversight/activity'
import { describe, expect, test } from 'vitest'
import { directories } from '#test/api/directories.ts'
import { startOnBehalfApp } from '#test/api/on-behalf.ts'
import { applyUsers } from '../links/links.ts'

const home = await startOnBehalfApp()
const { given, world, mailTo, owner, manager, entra, client, passkeys, ranks, passes, factors } = home
const { person, heldBy, settle, refusal } = home
let count = 0

describe('a passkey for one user', () => {
  test('is shown at the provider and in the passport with its author, and its owner is notified', async () => {
    const { user, anchor, login } = await person()
    const made = await manager.tell(onBehalf.entra, { userId: user })
    expect(made).toMatchObject({ service: 'entra', securityKeyName: 'Badge', by: given.userManager.name })
    expect(passkeys.of.get(anchor)).toMatchObject([{ aaGuid: 'a57847b9-e68a-49f7-bd49-63a5865f18fe' }])
    expect(await heldBy(user)).toMatchObject([{ rpId: 'login.microsoft.com', registeredBy: given.userManager.name }])
    expect((await mailTo(login)).subject).toBe('A passkey for Microsoft was registered for you')
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.registered'] })
    expect(items[0]).toMatchObject({ objectId: user, actorName: given.userManager.name })
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect(passkeys.of.get(anchor)).toHaveLength(1)
  })

  test('is made for a user of Active Directory whom Entra ID knows by the immutable ID, once an owner approved it', async () => {
    const [guid, login] = ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'hybrid.behalf@northgate.example']
    const user = await home.come(await directories(home).add({ kind: 6, name: 'Corp' }), guid, login)
    await given.addKey(user, { kind: 2, name: 'Badge', verification: 4, credential_storage: 2, card_end: '1234' })
    const immutable = Buffer.from('e004253f894fd3419a0c0305e82c3301', 'hex').toString('base64')
    const anchor = entra.directory.addUser('hybrid@clinic.onmicrosoft.test', { onPremisesImmutableId: immutable })
    const rights = [...(entra.clients.get(client)?.roles ?? []), 'User.Read.All']
    entra.clients.set(client, { name: 'Claviger', secret: 'shh', roles: new Set(rights) })
    entra.endTokens()
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    const approved = { id: home.connections[1].id, roles: [], touchesRank: false, privateHosts: [], joins: true }
    await owner.tell(connections.approve, approved)
    await manager.tell(onBehalf.entra, { userId: user })
    expect(passkeys.of.get(anchor)).toHaveLength(1)
    expect(await heldBy(user)).toMatchObject([{ rpId: 'login.microsoft.com' }])
    await home.settle()
    await owner.tell(connections.approve, { ...approved, joins: false })
  })

  test('is made at Okta, which leads, and at Entra ID, which was linked, for one user of both', async () => {
    const { user, anchor, login } = await person(2)
    const there = entra.directory.addUser(login)
    const fields = { userId: login, firstName: 'Both', lastName: 'Behalf', email: login }
    await directories(home).inside(ctx =>
      applyUsers(ctx, home.connections[1], [{ anchor: there, active: true, fields }], 2),
    )
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    await owner.tell(links.link, { connection: home.connections[1].id, anchor: there })
    expect(await owner.tell(links.keeper, { userId: user })).toMatchObject({ others: [expect.anything()] })
    await manager.tell(onBehalf.entra, { userId: user })
    await manager.tell(onBehalf.okta, { userId: user })
    expect(passkeys.of.get(there)).toHaveLength(1)
    expect(factors.of.get(anchor)).toHaveLength(1)
  })

  test('is registered at Okta for its own site', async () => {
    const { user, anchor } = await person(2)
    await manager.tell(onBehalf.okta, { userId: user })
    expect(factors.of.get(anchor)).toMatchObject([{ status: 'ACTIVE' }])
    expect(await heldBy(user)).toMatchObject([{ rpId: '127.0.0.1', registeredBy: given.userManager.name }])
  })

  test('is registered once for concurrent requests', async () => {
    const { user, anchor } = await person()
    const told = await Promise.allSettled(
      Array.from({ length: 6 }, () => manager.tell(onBehalf.entra, { userId: user })),
    )
    expect(told.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect([passkeys.of.get(anchor), await heldBy(user)]).toMatchObject([[{}], [{}]])
  })

  test('is found by the next attempt if its response was lost, and not registered twice', async () => {
    const { user, anchor } = await person()
    passkeys.lost = 1
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'directory-away' })
    await manager.tell(onBehalf.entra, { userId: user })
    expect(passkeys.of.get(anchor)).toHaveLength(1)
    expect(await heldBy(user)).toHaveLength(1)
    expect((await manager.tell(onBehalf.standing, { userId: user })).items[0]?.passkey).not.toBeNull()
  })

  test('is looked up after a retry before the attempt fails', async () => {
    const { user, anchor } = await person()
    Object.assign(passkeys, { lost: 1, lostAs: 503 })
    await manager.tell(onBehalf.entra, { userId: user })
    passkeys.lostAs = 504
    expect([passkeys.of.get(anchor)?.length, (await heldBy(user)).length]).toEqual([1, 1])
  })

  test('is registered again if a killed process never sent it, and the card holds one', async () => {
    const { user, anchor } = await person()
    await manager.tell(onBehalf.entra, { userId: user })
    const [before] = await heldBy(user)
    passkeys.of.set(anchor, [])
    await world.superPool.query(
      "update on_behalf_passkeys set state = 'making', remote_id = null, claimed_until = '2020-01-01' where user_id = $1",
      [user],
    )
    await manager.tell(onBehalf.entra, { userId: user })
    const after = await heldBy(user)
    expect([passkeys.of.get(anchor)?.length, after.length, after[0]?.id === before?.id]).toEqual([1, 1, false])
  })

  test('is completed automatically if an attempt was abandoned', async () => {
    const { user, anchor } = await person()
    passkeys.lost = 1
    await manager.tell(onBehalf.entra, { userId: user }).catch(() => undefined)
    await settle()
    expect((await manager.tell(onBehalf.standing, { userId: user })).items[0]?.passkey).not.toBeNull()
    expect(passkeys.of.get(anchor)).toHaveLength(1)
  })

  test('leaves nothing behind if the provider refuses it, and the reason is logged', async () => {
    const { user, anchor } = await person()
    passkeys.refuses = 'Attestation is enforced by policy.'
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect([passkeys.of.get(anchor), await heldBy(user)]).toEqual([undefined, []])
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.registered'] })
    expect(items[0]).toMatchObject({ objectId: user, status: 2 })
    passkeys.refuses = undefined
    await manager.tell(onBehalf.entra, { userId: user })
  })

  test('is refused for a site other than that of the connection', async () => {
    const { user } = await person()
    passkeys.site = 'bank.example'
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect(await heldBy(user)).toEqual([])
  })

  test.each<[string, () => Promise<string>, string]>([
    ['who was not imported', () => given.addUser('Not', `Imported${String(count++)}`), 'on-behalf-refused'],
    ['without a card', async () => (await person(1, null)).user, 'on-behalf-refused'],
    [
      'whose card has no PIN, at Entra ID',
      async () => (await person(1, { verification: 3 })).user,
      'on-behalf-refused',
    ],
    ['above the caller', async () => given.owner.id, 'above-you'],
    ['who is the caller', async () => given.userManager.id, 'on-behalf-refused'],
  ])('is refused for a user %s', async (_who, make, code) => {
    await refusal(manager.tell(onBehalf.entra, { userId: await make() })).toMatchObject({ code })
  })
})

describe('an administrator at the provider', () => {
  test.each([
    ['a user with a role', () => ranks.roles],
    ['a user with a role in an administrative unit', () => ranks.assigned],
    ['a user with an eligible role', () => ranks.eligible],
  ])('%s can get a passkey and a Temporary Access Pass only from an owner', async (_how, of) => {
    const { user, anchor } = await person()
    of().add(anchor)
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    await refusal(manager.tell(onBehalf.makeTap, { id: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect([passkeys.of.get(anchor), passes.of.get(anchor)]).toEqual([undefined, undefined])
    await owner.tell(onBehalf.entra, { userId: user })
    await owner.tell(onBehalf.makeTap, { id: user })
  })

  test.each([
    ['a group with a role in an administrative unit', (of: string) => ranks.assigned.add(of), 'in'],
    ['a group with an eligible role', (of: string) => ranks.eligible.add(of), 'in'],
    ['a group with a role and open membership', (of: string) => ranks.assigned.add(of), 'joins'],
    [
      'a group that is eligible for another group with a role',
      (of: string) => ranks.eligible.add(of),
      'eligible for a group',
    ],
  ])('by %s is also recognized', async (_what, gives, how) => {
    const { user, anchor } = await person()
    const group = entra.directory.addGroup(`Roles ${user}`, how === 'in' ? [anchor] : [], { isAssignableToRole: true })
    if (how === 'joins') ranks.joinable.push([anchor, group])
    if (how === 'eligible for a group') {
      const inner = entra.directory.addGroup(`Inner ${user}`, [anchor])
      const outer = entra.directory.addGroup(`Outer ${user}`, [inner])
      ranks.joinable.push([outer, group])
    }
    gives(group)
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    await refusal(manager.tell(onBehalf.makeTap, { id: user })).toMatchObject({ code: 'on-behalf-refused' })
    await owner.tell(onBehalf.entra, { userId: user })
    // Who can join a group is unknown without its permission; without role-assignable groups it is not needed
    const other = await person()
    entra.clients.get(client)?.roles.delete('PrivilegedEligibilitySchedule.Read.AzureADGroup')
    entra.endTokens()
    await refusal(manager.tell(onBehalf.entra, { userId: other.user })).toMatchObject({ code: 'on-behalf-refused' })
    for (const { thing } of entra.directory.ofType('group')) entra.directory.remove(thing.id)
    await manager.tell(onBehalf.entra, { userId: other.user })
  })

  test('is assumed if the connection cannot read roles; a tenant without eligible roles has none', async () => {
    const { user } = await person()
    entra.clients.get(client)?.roles.delete('RoleManagement.Read.Directory')
    entra.endTokens()
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    entra.clients.get(client)?.roles.add('RoleManagement.Read.Directory')
    entra.endTokens()
    ranks.premium = false
    await manager.tell(onBehalf.entra, { userId: user })
    ranks.premium = true
  })

  test('is also recognized at Okta', async () => {
    const { user, anchor } = await person(2)
    factors.administrators.add(anchor)
    await refusal(manager.tell(onBehalf.okta, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect(factors.of.get(anchor)).toBeUndefined()
  })
})

describe('a Temporary Access Pass', () => {
  test('is shown once, is never stored, and its user is notified', async () => {
    const { user, login } = await person()
    expect(await manager.tell(onBehalf.tap, { id: user })).toMatchObject({
      exists: false,
      policy: { min: 60, max: 480 },
    })
    const { code, oneTime, minutes } = await manager.tell(onBehalf.makeTap, { id: user, minutes: 120 })
    expect([oneTime, minutes, code.length > 6]).toEqual([true, 120, true])
    const now = await manager.tell(onBehalf.tap, { id: user })
    expect([now.usable, JSON.stringify(now).includes(code)]).toEqual([true, false])
    expect((await mailTo(login)).subject).toBe('A Temporary Access Pass was issued for you')
    const { rows } = await world.superPool.query<{ line: string }>('select activities::text as line from activities')
    expect(rows.some(({ line }) => line.includes(code))).toBe(false)
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.tap-issued'] })
    expect(items[0]).toMatchObject({ objectId: user, actorName: given.userManager.name })
  })

  test('follows the limits of the tenant', async () => {
    const { user } = await person()
    await refusal(manager.tell(onBehalf.makeTap, { id: user, minutes: 2000 })).toMatchObject({ code: 'invalid-input' })
    passes.policy = { ...passes.policy, state: 'disabled' }
    await refusal(manager.tell(onBehalf.makeTap, { id: user })).toMatchObject({ code: 'on-behalf-refused' })
    passes.policy = { ...passes.policy, state: 'enabled' }
  })
})
