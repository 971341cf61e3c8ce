// A granted role permits nothing until the user accepts it with a passkey that they created. Then
// everything that users with a lower role placed in the account ends (decision 40).
import { registration } from '@claviger/contract/access/registration'
import { sharing } from '@claviger/contract/keys/sharing'
import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { expect, test } from 'vitest'
import { asRegistration, softwareKey } from '../api/authenticator.ts'
import { testData } from '../api/test-data.ts'
import { startTestApp } from '../app/test-app.ts'

const built = await startTestApp()
const { as, given, world } = built
const { workspace } = given.owner
const { owner, accept } = testData(built)
const query = async <T extends object>(text: string, ...values: unknown[]) =>
  (await world.superPool.query<T>(text, values)).rows
const manager = async () => as((await given.session(given.userManager)).accessToken)

let count = 0
const plainUser = () => given.addUser('Rising', `User ${String(count++)}`)
const sessionOf = async (id: string) => as((await given.session({ id, workspace })).accessToken)
const roleOf = async (id: string) =>
  (await query<{ role: number }>('select role from administrators where user_id = $1', id))[0]?.role

test('a granted role permits nothing until it is accepted, and owners see that it is pending', async () => {
  const id = await plainUser()
  const { items } = await (await owner()).tell(administrators.create, { ids: [id], role: 2 })
  expect(items[0]).toMatchObject({ id, role: 2, pendingRole: 2, accepted: false })
  expect(await roleOf(id)).toBeUndefined()
  expect(await (await sessionOf(id)).ask(users.list, {})).toMatchObject({ status: 403 })
  expect((await (await sessionOf(id)).tell(administrators.pendingRole)).role).toMatchObject({
    role: 2,
    givenBy: 'Ada Byron',
  })
  const own = await given.ownSession({ id, workspace })
  await as(own.accessToken).tell(administrators.answerRole, { accept: true })
  expect(await roleOf(id)).toBe(2)
  expect(await as(own.accessToken).ask(users.list, {})).toMatchObject({ status: 401 })
  expect(await (await sessionOf(id)).ask(users.list, {})).toMatchObject({ status: 200 })
})

test('a session of unknown origin cannot accept a role, nor can one from a card placed by a user manager', async () => {
  const id = await plainUser()
  await (await owner()).tell(administrators.create, { ids: [id], role: 2 })
  const refused = { status: 409, body: { code: 'own-passkey' } }
  expect(await (await sessionOf(id)).ask(administrators.answerRole, { accept: true })).toMatchObject(refused)
  const own = await given.ownSession({ id, workspace })
  const holds = { by: given.userManager.id, role: 3, additional: [] }
  await query('update security_keys set placed = $2 where user_id = $1', id, holds)
  expect(await as(own.accessToken).ask(administrators.answerRole, { accept: true })).toMatchObject(refused)
  await (await owner()).tell(administrators.askOwner, { id })
  expect(await as(own.accessToken).ask(administrators.answerOwner, { accept: true })).toMatchObject(refused)
  expect(await roleOf(id)).toBeUndefined()
})

test('accepting a role ends everything that a user manager placed before, used or not, and lists it', async () => {
  const id = await plainUser()
  const byManager = await manager()
  await byManager.tell(users.update, {
    id,
    userId: `${id}@x.example`,
    firstName: 'Ri',
    lastName: 'Sing',
    email: `${id}@planted.example`,
  })
  const helper = await given.addUser('Helper', `Of ${String(count)}`)
  await byManager.tell(sharing.add, { id, users: [helper], groups: [] })
  const used = await given.addKey(id, { kind: 2, verification: 4, name: 'Planted card', last_used_at: new Date() })
  const mine = await sessionOf(id)
  await (await owner()).tell(administrators.create, { ids: [id], role: 2 })
  const seen = await (await owner()).tell(administrators.placedAccess, { id })
  expect(seen.items).toEqual([
    { kind: 'key', name: 'Planted card', by: null },
    { kind: 'mailbox', name: `${id}@planted.example`, by: 'Alan Turing' },
    { kind: 'share', name: expect.stringContaining('Helper'), by: 'Alan Turing' },
  ])
  const own = await given.ownSession({ id, workspace })
  const { closed } = await as(own.accessToken).tell(administrators.answerRole, { accept: true })
  expect(closed).toEqual(seen.items)
  expect(await query('select proof_due from security_keys where id = $1', used)).toEqual([{ proof_due: true }])
  expect(await query('select id from shares where account_id = $1', id)).toEqual([])
  expect(await query('select email from users where id = $1', id)).toEqual([{ email: null }])
  expect(await mine.ask(administrators.pendingRole)).toMatchObject({ status: 401 })
})

test('what users with an equal role placed stays, and so does what the user confirms as their own', async () => {
  for (const keep of [
    { keepEmail: true, keepPhone: false },
    { keepEmail: false, keepPhone: true },
  ]) {
    const phone = { phone_country: '+49', phone_number: `1701${String(300_000 + count)}` }
    const id = await given.addUser('Keeping', `User ${String(count++)}`, phone)
    const helper = await given.addUser('Helper', `Of ${String(count)}`)
    await (await owner()).tell(sharing.add, { id, users: [helper], groups: [] })
    await (await owner()).tell(administrators.create, { ids: [id], role: 2 })
    const own = await given.ownSession({ id, workspace })
    await as(own.accessToken).tell(administrators.answerRole, { accept: true, ...keep })
    expect(await query('select id from shares where account_id = $1', id)).toHaveLength(1)
    expect(
      await query(
        'select email is not null as "keepEmail", phone_number is not null as "keepPhone" from users where id = $1',
        id,
      ),
    ).toEqual([keep])
  }
})

test('a passkey from an invitation counts as own if the inviter holds the offered role', async () => {
  const mail = `invited${String(count++)}@clinic.example`
  const add = { userId: mail, firstName: 'In', lastName: 'Vited', email: mail }
  const { id } = await (await manager()).tell(users.create, add)
  await (await owner()).tell(administrators.create, { ids: [id], role: 2 })
  const activated = async () => {
    const link = new URL(String((await built.mailTo(mail)).link)).searchParams.get('link') ?? ''
    const call = as((await as(undefined).tell(registration.verify, { link })).session ?? '')
    const { creation } = await call.tell(registration.challenge, {})
    const key = softwareKey({ origin: new URL(world.config.publicUrl).origin })
    return (await call.tell(registration.storePasskey, asRegistration(key.create(creation)))).tokens?.accessToken
  }
  // The user manager set the email address, so the user manager might read that mailbox
  expect(await (await manager()).ask(users.sendVerify, { id })).toMatchObject({ status: 403 })
  expect(await (await owner()).ask(users.inviteToRole, { id, email: 'other@clinic.example' })).toMatchObject({
    status: 409,
  })
  await (await owner()).tell(users.inviteToRole, { id, email: mail })
  const token = await activated()
  expect(await as(token).tell(administrators.answerRole, { accept: true })).toEqual({ closed: [] })
  expect(await roleOf(id)).toBe(2)
})

test('a raised role must be accepted, too, and a lowered role applies immediately', async () => {
  const id = await plainUser()
  await testData(built).appoint(id, 3)
  const raised = await (await owner()).tell(administrators.update, { id, role: 2 })
  expect(raised).toMatchObject({ role: 3, pendingRole: 2, accepted: true })
  expect(await roleOf(id)).toBe(3)
  await accept(id)
  expect(await roleOf(id)).toBe(2)
  await (await owner()).tell(administrators.update, { id, role: 3 })
  expect(await roleOf(id)).toBe(3)
  // Each of these two roles grants something that the other doesn't
  await (await owner()).tell(administrators.update, { id, role: 5 })
  expect(await roleOf(id)).toBeUndefined()
  await (await owner()).tell(administrators.remove, { ids: [id] })
  expect((await (await sessionOf(id)).tell(administrators.pendingRole)).role).toBeNull()
})
