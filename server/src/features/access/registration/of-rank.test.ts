import { registration } from '@claviger/contract/access/registration'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { waitingKeys } from '@claviger/contract/keys/waiting-keys'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { asRegistration } from '#test/api/authenticator.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { newKey } from '#test/api/registering.ts'
import { minutes } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, clock, given, world } = home
const { workspace } = given.owner
const day = minutes(24 * 60)
const owner = async () => as((await given.session(given.owner)).accessToken)

let people = 0
async function person(role: number | undefined) {
  const last = `Linked${++people}`
  const id = await given.addUser('Lina', last)
  if (role !== undefined) await testData(home).appoint(id, role)
  return { id, workspace, email: `lina.${last}@northgate.example`.toLowerCase() }
}
type Person = Awaited<ReturnType<typeof person>>

const linkIn = (href: string | undefined) => new URL(href as string).searchParams.get('link') as string
const linkTo = async (email: string, subject: RegExp) => {
  const mail = async () =>
    (await outboxMails(world)).find(one => one.to === email && subject.test(one.subject))?.button?.href
  await expect.poll(mail).toBeDefined()
  return linkIn(await mail())
}

async function activated(
  to: Person,
  send: () => Promise<unknown> = async () => (await owner()).tell(users.sendVerify, { id: to.id }),
) {
  await send()
  const link = await linkTo(to.email, /^(Set up your sign-in|Recover your account)/)
  const { session } = await as(undefined).tell(registration.verify, { link })
  const me = as(session ?? '')
  const { creation } = await me.tell(registration.challenge, {})
  const key = newKey(home)
  const reply = await me.tell(registration.storePasskey, asRegistration(key.create(creation)))
  return { key, ...reply }
}

const before: Record<string, (to: Person) => Promise<unknown>> = {
  'signed in with a passkey': async to => {
    const { key } = await addPasskey(home, (await given.session(to)).accessToken)
    expect((await signInWith(home, key)).status).toBe(200)
  },
  'has an unused passkey': async to => addPasskey(home, (await given.session(to)).accessToken),
  'signed in with an emailed code': to =>
    world.superPool.query('update user_sign_ins set last_sign_in_at = $2 where user_id = $1', [to.id, clock.now()]),
  'has a card': to =>
    given.addKey(to.id, { kind: keyKinds.accessCard, activated_at: clock.now(), proved_at: clock.now() }),
}

test.each(Object.entries(before))(
  'the passkey from an activation link of an administrator who %s waits a day, with a notice by email',
  async (_what, was) => {
    const to = await person(2)
    await was(to)
    const made = await activated(to)
    const opensFrom = new Date(clock.now().getTime() + day).toISOString()
    expect(made).toMatchObject({ tokens: null, opensFrom })
    expect(await signInWith(home, made.key)).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
    const link = await linkTo(to.email, /^A security key will soon work for your account/)
    expect(await as(undefined).tell(waitingKeys.open, { link })).toMatchObject({ opensFrom })
    clock.forward(day - 1)
    expect((await signInWith(home, made.key)).status).toBe(401)
    clock.forward(1)
    expect((await signInWith(home, made.key)).status).toBe(200)
  },
)

test('a passkey that the user reports as not theirs never works, also after a bulk invitation', async () => {
  const to = await person(5)
  await addPasskey(home, (await given.session(to)).accessToken)
  const { key } = await activated(to, async () => (await owner()).tell(bulkRuns.invite, { ids: [to.id] }))
  const link = await linkTo(to.email, /^A security key will soon work for your account/)
  await as(undefined).tell(waitingKeys.answer, { link, mine: false })
  clock.forward(day)
  expect((await signInWith(home, key)).status).toBe(401)
})

test('an activation link works immediately for users without a role and for users who never signed in', async () => {
  for (const role of [1, 2, 5, undefined]) {
    const { tokens, opensFrom, key } = await activated(await person(role))
    expect([typeof tokens?.accessToken, opensFrom]).toEqual(['string', null])
    expect((await signInWith(home, key)).status).toBe(200)
  }
  const plain = await person(undefined)
  await addPasskey(home, (await given.session(plain)).accessToken)
  expect((await activated(plain)).tokens).not.toBeNull()
})

test('a key that was assigned but never used does not delay the first activation link', async () => {
  const to = await person(2)
  await given.addKey(to.id, { kind: keyKinds.accessCard, activated_at: clock.now() })
  expect((await activated(to)).tokens).not.toBeNull()
})
