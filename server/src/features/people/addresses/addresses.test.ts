import { signIn } from '@claviger/contract/access/sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { addresses } from '@claviger/contract/people/addresses'
import { type UserImport, userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, given, world, clock, mailTo } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const admin = async () => as((await given.session(given.administrator)).accessToken)

let count = 0
async function person({ used = true, ...more }: { used?: boolean; email_verified_at?: null } = {}, role?: number) {
  const last = `No${count++}`
  const id = await given.addUser('Addressed', last, more)
  if (used) await given.addActiveKeys([id])
  if (role !== undefined) await testData(home).appoint(id, role)
  const email = `addressed.${last}@northgate.example`.toLowerCase()
  return { id, email, wanted: `new-${last}@elsewhere.example`.toLowerCase() }
}
type Somebody = Awaited<ReturnType<typeof person>>

async function ask({ id, wanted }: Somebody, asker?: Awaited<ReturnType<typeof owner>>) {
  const by = asker ?? (await admin())
  const { userId, firstName, lastName } = await by.tell(users.get, { id })
  return by.ask(users.update, { id, userId, firstName, lastName, email: wanted })
}
const emailOf = async ({ id }: Somebody) => (await (await owner()).tell(users.get, { id })).email
const waiting = async ({ id }: Somebody) => (await (await owner()).tell(addresses.waiting, { id })).change
const linkTo = async ({ email }: Somebody) =>
  new URL((await mailTo(email)).link ?? '').searchParams.get('link') ?? 'none'
const nobody = as(undefined)
const lines = async (
  action: 'user.address-asked' | 'user.address-changed' | 'user.address-stopped',
  { id }: Somebody,
) => (await (await owner()).tell(activity.list, { action: [action] })).items.filter(line => line.objectId === id)

describe('an address in use', () => {
  test('changes after its own mailbox confirms the new one, and the old mailbox is notified', async () => {
    const one = await person()
    expect((await ask(one)).body).toMatchObject({ email: one.email })
    expect(await waiting(one)).toMatchObject({ email: one.wanted, askedBy: 'Grace Hopper' })
    const link = await linkTo(one)
    expect(await nobody.tell(addresses.open, { link })).toMatchObject({ from: one.email, to: one.wanted })
    expect(await emailOf(one)).toBe(one.email)
    await nobody.tell(addresses.answer, { link, confirm: true })
    expect(await emailOf(one)).toBe(one.wanted)
    expect(await waiting(one)).toBeNull()
    await expect
      .poll(async () => (await outboxMails(world)).filter(mail => mail.to === one.email).map(mail => mail.subject))
      .toContain('The email of your account was changed')
    expect(await nobody.ask(addresses.answer, { link, confirm: true })).toMatchObject({ status: 401 })
    expect((await lines('user.address-changed', one))[0]).toMatchObject({ before: { email: one.email } })
  })

  test('stays unchanged when its mailbox declines', async () => {
    const one = await person()
    await ask(one)
    const link = await linkTo(one)
    await nobody.tell(addresses.answer, { link, confirm: false })
    expect(await waiting(one)).toBeNull()
    expect(await nobody.ask(addresses.answer, { link, confirm: true })).toMatchObject({ status: 401 })
    expect(await emailOf(one)).toBe(one.email)
    expect(await lines('user.address-stopped', one)).toHaveLength(1)
  })

  test('changes without its mailbox only after three days, with a recent passkey check and a notification', async () => {
    const one = await person()
    await ask(one)
    const early = await (await admin()).ask(addresses.setAlone, { id: one.id })
    expect(early).toMatchObject({ status: 409, body: { code: 'change-refused' } })
    const stale = as((await given.session(given.administrator)).accessToken)
    clock.forward(days(3))
    expect((await stale.ask(addresses.setAlone, { id: one.id })).status).toBe(401)
    await (await admin()).tell(addresses.setAlone, { id: one.id })
    expect(await emailOf(one)).toBe(one.wanted)
    await expect
      .poll(async () => (await outboxMails(world)).filter(mail => mail.to === one.email).length)
      .toBeGreaterThan(1)
  })

  test('stays unchanged without a response for seven days', async () => {
    const one = await person()
    await ask(one)
    const link = await linkTo(one)
    clock.forward(days(7))
    expect(await waiting(one)).toBeNull()
    expect(await nobody.ask(addresses.answer, { link, confirm: true })).toMatchObject({ status: 401 })
    expect(await (await admin()).ask(addresses.setAlone, { id: one.id })).toMatchObject({ status: 404 })
    expect(await emailOf(one)).toBe(one.email)
  })

  test('keeps only the latest requested change, and the administrator can cancel it', async () => {
    const one = await person()
    await ask(one)
    const link = await linkTo(one)
    await ask({ ...one, wanted: 'another@elsewhere.example' })
    expect(await nobody.ask(addresses.open, { link })).toMatchObject({ status: 401 })
    await (await admin()).tell(addresses.cancel, { id: one.id })
    expect(await waiting(one)).toBeNull()
  })

  test('cannot change to an address of another user, and no request waits', async () => {
    const one = await person()
    expect(await ask({ ...one, wanted: given.user.email })).toMatchObject({
      status: 409,
      body: { code: 'email-taken' },
    })
    expect(await waiting(one)).toBeNull()
    expect(await emailOf(one)).toBe(one.email)
  })
})

describe('an address that was never used', () => {
  test.each([
    ['was never confirmed', { email_verified_at: null }],
    ['belongs to a user who never signed in', { used: false }],
  ])('and %s changes immediately, and the old mailbox is notified', async (_which, more) => {
    const one = await person(more)
    expect((await ask(one)).body).toMatchObject({ email: one.wanted })
    await expect
      .poll(async () => (await outboxMails(world)).filter(mail => mail.to === one.email).map(mail => mail.subject))
      .toContain('The email of your account was changed')
  })
})

describe('the address of a user with a role', () => {
  test.each([1, 2, 3, 4, 5])('with role %i cannot be changed by other users, including owners', async role => {
    for (const used of [false, true]) {
      const one = await person({ used }, role)
      const refused = await ask(one, await owner())
      expect(refused).toMatchObject({ status: 403, body: { code: 'address-of-rank' } })
      expect(await emailOf(one)).toBe(one.email)
    }
  })

  test('stays unchanged if the role was granted while a change was pending', async () => {
    const one = await person()
    await ask(one)
    const link = await linkTo(one)
    await testData(home).appoint(one.id, 5)
    // With the role that is accepted end all links that were mailed before
    expect((await nobody.ask(addresses.answer, { link, confirm: true })).status).toBe(401)
    expect(await emailOf(one)).toBe(one.email)
  })
})

describe('a user import file', () => {
  async function imports(csv: string, asker?: Awaited<ReturnType<typeof owner>>): Promise<UserImport> {
    const by = asker ?? (await owner())
    const reach = async (id: string, state: string) => {
      for (let tries = 0; tries < 400; tries++) {
        const now = await by.tell(userImport.get, { id })
        if (now.state === state) return now
        await new Promise(resolve => setTimeout(resolve, 25))
      }
      throw new Error(`the import does not reach ${state}`)
    }
    const { id, mapping } = await by.tell(userImport.upload, { csv, fileName: 'staff.csv' })
    await by.tell(userImport.map, { id, mapping })
    await reach(id, 'reviewed')
    await by.tell(userImport.start, { id })
    return reach(id, 'done')
  }

  test('changes addresses by the same rules and reports each row', async () => {
    const [used, unused, ranked] = [await person(), await person({ used: false }), await person({ used: false }, 5)]
    const all = [used, unused, ranked]
    const { id } = await imports(
      ['User ID,First name,Last name,Email', ...all.map(one => `${one.email},Addressed,Anew,${one.wanted}`)].join('\n'),
    )
    const { items } = await (await owner()).tell(userImport.rows, { id })
    expect(items.map(row => row.outcome)).toEqual(['update', 'update', 'refused'])
    expect(items[0]?.told).toContain('takes effect when the old mailbox confirms it')
    expect(await Promise.all(all.map(emailOf))).toEqual([used.email, unused.wanted, ranked.email])
    expect((await (await owner()).tell(users.get, { id: used.id })).lastName).toBe('Anew')
    await nobody.tell(addresses.answer, { link: await linkTo(used), confirm: true })
    expect(await emailOf(used)).toBe(used.wanted)
  })

  test('assigns no mailbox of a user with a higher role, whichever account shares it', async () => {
    const email = 'chiefs@northgate.example'
    const chief = await given.addUser('Chief', 'Shared', { email, shares_email: true })
    await testData(home).appoint(chief, 2)
    const shares = await given.addUser('Sharing', 'Beneath', { email: 'sharing@northgate.example', shares_email: true })
    const lower = as((await given.session(given.userManager)).accessToken)
    const { id } = await imports(
      [
        'User ID,First name,Last name,Email',
        `beneath,Be,Neath,${email}`,
        `sharing@northgate.example,Sharing,Beneath,${given.owner.email}`,
        'beneath-too,Be,Neath,beneath@northgate.example',
      ].join('\n'),
      lower,
    )
    const { items } = await lower.tell(userImport.rows, { id })
    expect(items.map(row => row.outcome)).toEqual(['refused', 'refused', 'new'])
    expect(items[0]?.told).toBe('A user with a higher role than yours has this email')
    expect((await lower.tell(users.get, { id: shares })).email).toBe('sharing@northgate.example')
  })
})

test('codes and links sent to the old address stop working when it changes', async () => {
  const one = await person({ email_verified_at: null })
  const { session } = await nobody.tell(signIn.emailInitial, { email: one.email })
  const code = await expect
    .poll(async () => (await outboxMails(world)).find(mail => mail.to === one.email && mail.code)?.code)
    .toBeTruthy()
    .then(async () => (await outboxMails(world)).find(mail => mail.to === one.email && mail.code)?.code)
  await (await admin()).tell(users.sendVerify, { id: one.id })
  await ask(one)
  const unused = 'select from account_links where user_id = $1 and used_at is null'
  expect((await world.superPool.query(unused, [one.id])).rows).toHaveLength(0)
  const refused = await as(session).ask(signIn.emailLogin, { code: code ?? '' })
  expect([refused.status, refused.body['accessToken']]).not.toEqual([200, expect.any(String)])
  expect(refused.status).toBe(401)
})

test('a second account with the mailbox of a higher role is refused, because applications match users by email', async () => {
  const lower = as((await given.session(given.userManager)).accessToken)
  const one = { userId: 'second', firstName: 'Second', lastName: 'Account', sharesEmail: true }
  const { email } = given.owner
  const refused = { status: 403, body: { code: 'above-you' } }
  expect(await lower.ask(users.create, { ...one, email })).toMatchObject(refused)
  const { id } = await lower.tell(users.create, { ...one, email: 'second@northgate.example' })
  const { sharesEmail: _shares, ...plain } = { ...one, id, email }
  expect(await lower.ask(users.update, plain)).toMatchObject(refused)
  expect(await lower.ask(users.update, { ...one, id, email })).toMatchObject(refused)
  expect((await (await owner()).ask(users.update, { ...one, id, email })).status).toBe(200)
})

test('an account with a mailbox that a higher role shares is refused, even if the account does not share it', async () => {
  const lower = async () => as((await given.session(given.userManager)).accessToken)
  const email = 'heads@northgate.example'
  const head = await given.addUser('Head', 'Shared', { email, shares_email: true })
  await testData(home).appoint(head, 2)
  const one = { userId: 'beside', firstName: 'Be', lastName: 'Side' }
  const refused = { status: 403, body: { code: 'above-you' } }
  expect(await (await lower()).ask(users.create, { ...one, email })).toMatchObject(refused)
  const { id } = await (await lower()).tell(users.create, { ...one, email: 'beside@northgate.example' })
  expect(await (await lower()).ask(users.update, { ...one, id, email })).toMatchObject(refused)
  // An address shared only with users without a role is treated like any other
  await given.addUser('Ward', 'Shared', { email: 'ward@northgate.example', shares_email: true })
  const beside = { ...one, userId: 'with-ward', email: 'ward@northgate.example' }
  expect((await (await lower()).ask(users.create, beside)).status).toBe(200)
})
