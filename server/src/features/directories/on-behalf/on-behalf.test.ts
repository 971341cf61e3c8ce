import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { onBehalf, onBehalfRuns } from '@claviger/contract/directories/on-behalf'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cloudConnections } from '../../../../test/cloud-connections.ts'
import { entraEmulator } from '../../../../test/emulators/entra/entra.ts'
import { EntraPasses } from '../../../../test/emulators/entra/passes.ts'
import { EntraPasskeys } from '../../../../test/emulators/entra/passkeys.ts'
import { EntraRanks } from '../../../../test/emulators/entra/ranks.ts'
import { OktaFactors } from '../../../../test/emulators/okta/factors.ts'
import { oktaEmulator } from '../../../../test/emulators/okta/okta.ts'
import { house } from '../../../../test/house.ts'
import { transact } from '../../../ground/db/transaction.ts'
import { resumeWorks } from '../../work/works/works.jobs.ts'
import { lookAfterOnBehalf } from './on-behalf.jobs.ts'

const home = await house({ PRIVATE_TARGETS: 'true' })
const { as, given, world, mailTo } = home
const owner = as(given.owner.accessToken)
const manager = as(given.userManager.accessToken)
const { workspace } = given.owner

const [passkeys, ranks, passes, factors] = [new EntraPasskeys(), new EntraRanks(), new EntraPasses(), new OktaFactors()]
const entra = await entraEmulator({ more: [passkeys.mount, ranks.mount, passes.mount] })
const okta = await oktaEmulator({ more: [factors.mount] })
afterAll(() => Promise.all([entra.close(), okta.close()]))

const { client, entra: toEntra, okta: toOkta, person: come } = cloudConnections(home)
const all = [
  'UserAuthMethod-Passkey.ReadWrite.All',
  'UserAuthenticationMethod.ReadWrite.All',
  'RoleManagement.Read.Directory',
  'Policy.Read.All',
]
beforeEach(() => {
  entra.wrongly = {}
  entra.clients.set(client, { name: 'Claviger', secret: 'shh', roles: new Set(all) })
  entra.asked.length = 0
  entra.endTokens()
  passkeys.lost = 0
  passkeys.site = 'login.microsoft.com'
  passkeys.refuses = undefined
})

const connections = { 1: await toEntra(entra), 2: await toOkta(okta) }
okta.tokens.set('shh', new Set(['okta.users.manage', 'okta.roles.read']))

let count = 0
/** Somebody who came from there and has a card. */
async function person(kind: 1 | 2 = 1, card: object | null = {}) {
  const login = `person${String(count++)}.behalf@northgate.example`
  const anchor = kind === 1 ? entra.directory.addUser(login) : okta.directory.addUser(login)
  const user = await come(connections[kind], anchor, login)
  const settings = { kind: 2, name: 'Badge', verification: 4, credential_storage: 2, card_end: '1234' }
  const key = card && (await given.addKey(user, { ...settings, ...card }))
  return { user, anchor, login, key: key ?? '' }
}
const heldBy = async (user: string) =>
  (await manager.tell(securityKeys.ofPerson, { id: user })).items.filter(one => one.rpId !== 'localhost')
/** What is to be looked after is due. */
async function settle() {
  await world.superPool.query("update on_behalf_passkeys set due_at = '2020-01-01' where due_at is not null")
  await lookAfterOnBehalf.work(world, {})
}
const refusal = (told: Promise<unknown>) => expect(told).rejects

describe('a passkey for one person', () => {
  test('stands there and in the passport, says who did it, and its owner is told', async () => {
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

  test('is made at Okta for its own site', async () => {
    const { user, anchor } = await person(2)
    await manager.tell(onBehalf.okta, { userId: user })
    expect(factors.of.get(anchor)).toMatchObject([{ status: 'ACTIVE' }])
    expect(await heldBy(user)).toMatchObject([{ rpId: '127.0.0.1', registeredBy: given.userManager.name }])
  })

  test('is asked for at once by many, and made once', async () => {
    const { user, anchor } = await person()
    const told = await Promise.allSettled(
      Array.from({ length: 6 }, () => manager.tell(onBehalf.entra, { userId: user })),
    )
    expect(told.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect([passkeys.of.get(anchor), await heldBy(user)]).toMatchObject([[{}], [{}]])
  })

  test('whose answer was lost is found there by the next try, and not made twice', async () => {
    const { user, anchor } = await person()
    passkeys.lost = 1
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'directory-away' })
    await manager.tell(onBehalf.entra, { userId: user })
    expect(passkeys.of.get(anchor)).toHaveLength(1)
    expect(await heldBy(user)).toHaveLength(1)
    expect((await manager.tell(onBehalf.standing, { userId: user })).items[0]?.passkey).not.toBeNull()
  })

  test('that was sent twice is looked for before it is given up', async () => {
    const { user, anchor } = await person()
    Object.assign(passkeys, { lost: 1, lostAs: 503 })
    await manager.tell(onBehalf.entra, { userId: user })
    passkeys.lostAs = 504
    expect([passkeys.of.get(anchor)?.length, (await heldBy(user)).length]).toEqual([1, 1])
  })

  test('that a killed process kept and never sent is made anew, and the card holds one', async () => {
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

  test('that nobody went on with is settled by itself', async () => {
    const { user, anchor } = await person()
    passkeys.lost = 1
    await manager.tell(onBehalf.entra, { userId: user }).catch(() => undefined)
    await settle()
    expect((await manager.tell(onBehalf.standing, { userId: user })).items[0]?.passkey).not.toBeNull()
    expect(passkeys.of.get(anchor)).toHaveLength(1)
  })

  test('that was refused there leaves nothing behind, and the log says why', async () => {
    const { user, anchor } = await person()
    passkeys.refuses = 'Attestation is enforced by policy.'
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect([passkeys.of.get(anchor), await heldBy(user)]).toEqual([undefined, []])
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.registered'] })
    expect(items[0]).toMatchObject({ objectId: user, status: 2 })
    passkeys.refuses = undefined
    await manager.tell(onBehalf.entra, { userId: user })
  })

  test('of another site than that of the connection is not made', async () => {
    const { user } = await person()
    passkeys.site = 'bank.example'
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect(await heldBy(user)).toEqual([])
  })

  test.each<[string, () => Promise<string>, string]>([
    ['who was not imported', () => given.addUser('Not', `Imported${String(count)}`), 'on-behalf-refused'],
    ['without a card', async () => (await person(1, null)).user, 'on-behalf-refused'],
    [
      'whose card has no PIN, at Entra ID',
      async () => (await person(1, { verification: 3 })).user,
      'on-behalf-refused',
    ],
    ['above the caller', async () => given.owner.id, 'above-you'],
    ['who is the caller', async () => given.userManager.id, 'on-behalf-refused'],
  ])('is refused for somebody %s', async (_who, make, code) => {
    await refusal(manager.tell(onBehalf.entra, { userId: await make() })).toMatchObject({ code })
  })
})

describe('whoever administers there', () => {
  test.each([
    ['by a role', () => ranks.roles],
    ['in a part of it', () => ranks.assigned],
    ['by a role to activate', () => ranks.eligible],
  ])('%s is given a passkey and a pass by an owner only', async (_how, of) => {
    const { user, anchor } = await person()
    of().add(anchor)
    await refusal(manager.tell(onBehalf.entra, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    await refusal(manager.tell(onBehalf.makeTap, { id: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect([passkeys.of.get(anchor), passes.of.get(anchor)]).toEqual([undefined, undefined])
    await owner.tell(onBehalf.entra, { userId: user })
    await owner.tell(onBehalf.makeTap, { id: user })
  })

  test('or may, where the connection cannot read it, is refused too; a tenant without eligible roles has none', async () => {
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

  test('at Okta as well', async () => {
    const { user, anchor } = await person(2)
    factors.administrators.add(anchor)
    await refusal(manager.tell(onBehalf.okta, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    expect(factors.of.get(anchor)).toBeUndefined()
  })
})

describe('passkeys for many', () => {
  const ended = (id: string) =>
    expect
      .poll(async () => (await manager.tell(onBehalfRuns.get, { id })).finishedAt, { timeout: 30_000 })
      .not.toBeNull()

  test('25 people are given one each; the others say why not; the automatic one counts its states', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => person()))
    const without = await person(1, null)
    const ids = [...people.map(one => one.user), without.user, given.userManager.id]
    expect(await manager.tell(onBehalf.preview, { service: 'entra', ids })).toMatchObject({ total: 27, able: 25 })
    expect(await manager.tell(onBehalf.autoState)).toEqual({ state: 4, run: null })
    const begun = await manager.tell(onBehalf.autoStart, { ids })
    expect(begun.state).toBe(1)
    const run = begun.run?.id ?? ''
    await ended(run)
    expect(await manager.tell(onBehalf.autoState)).toMatchObject({ state: 2, run: { succeeded: 25, total: 27 } })
    for (const { user, anchor } of people) {
      expect(passkeys.of.get(anchor)).toHaveLength(1)
      expect(await heldBy(user)).toHaveLength(1)
    }
    const { items } = await manager.tell(onBehalfRuns.rows, { id: run, refused: true })
    expect(new Set(items.map(one => one.reason))).toEqual(new Set(['no-card', 'own-account']))
    const again = await manager.tell(onBehalf.autoStart, { ids: [people[0]?.user ?? ''] })
    await ended(again.run?.id ?? '')
    expect((await manager.tell(onBehalf.autoState)).state).toBe(4)
  })

  test('a run whose process was killed goes on, and nobody has two', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person()))
    const run = await manager.tell(onBehalf.begin, { service: 'entra', ids: people.map(one => one.user) })
    await ended(run.id)
    // As after a kill: the cursor stands behind what was done there already, and one is held as if it were still made
    await world.superPool.query(
      `update works set state = 'running', finished_at = null, processed = 5, last_row = 5, counts = '{"done": 5}',
         touched_at = now() - interval '1 minute' where id = $1`,
      [run.id],
    )
    await world.superPool.query('update work_rows set outcome = null where work_id = $1 and row > 5', [run.id])
    await world.superPool.query(
      `update on_behalf_passkeys set state = 'making', remote_id = null where work_id = $1 and user_id = (
         select subject from work_rows where work_id = $1 and row = 7)`,
      [run.id],
    )
    await resumeWorks.work(world, {})
    await ended(run.id)
    expect(people.map(({ anchor }) => passkeys.of.get(anchor)?.length)).toEqual(people.map(() => 1))
    expect(await manager.tell(onBehalfRuns.get, { id: run.id })).toMatchObject({ succeeded: 12 })
  })
})

describe('what goes here', () => {
  test('goes there too, with the passkey, the key or the person', async () => {
    const [one, two] = [await person(), await person()]
    for (const { user } of [one, two]) await manager.tell(onBehalf.entra, { userId: user })
    await manager.tell(keyActCalls.removeOne, { id: one.key })
    await transact(world, { actor: { kind: 'nobody' }, request: { id: 't', ip: '', userAgent: '' }, workspace }, ctx =>
      ctx.db.deleteFrom('users').where('id', '=', two.user).execute(),
    )
    await settle()
    expect([passkeys.of.get(one.anchor), passkeys.of.get(two.anchor)]).toEqual([[], []])
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.removed'] })
    expect(new Set(items.map(item => item.objectId))).toEqual(new Set([one.user, two.user]))
  })

  test('is said to be left there where the connection may not', async () => {
    const { user, anchor, key } = await person()
    await manager.tell(onBehalf.entra, { userId: user })
    entra.clients.set(client, { name: 'Claviger', secret: 'shh', roles: new Set() })
    entra.endTokens()
    await manager.tell(keyActCalls.removeOne, { id: key })
    await settle()
    expect(passkeys.of.get(anchor)).toHaveLength(1)
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.removed'] })
    expect(items[0]).toMatchObject({ objectId: user, status: 2 })
  })
})

describe('a Temporary Access Pass', () => {
  test('is shown once, kept nowhere, and its person is told', async () => {
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

  test('keeps to what the tenant allows', async () => {
    const { user } = await person()
    await refusal(manager.tell(onBehalf.makeTap, { id: user, minutes: 2000 })).toMatchObject({ code: 'invalid-input' })
    passes.policy = { ...passes.policy, state: 'disabled' }
    await refusal(manager.tell(onBehalf.makeTap, { id: user })).toMatchObject({ code: 'on-behalf-refused' })
    passes.policy = { ...passes.policy, state: 'enabled' }
  })
})
