import { selfService } from '@claviger/contract/access/self-service'
import { registration } from '@claviger/contract/access/registration'
import { selfServiceHelpdesk } from '@claviger/contract/access/self-service-settings/self-service-helpdesk'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { cardImport } from '@claviger/contract/keys/card-import'
import { credentials } from '@claviger/contract/keys/credentials'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { waitingKeys } from '@claviger/contract/keys/waiting-keys'
import { sharing } from '@claviger/contract/keys/sharing'
import { activity } from '@claviger/contract/oversight/activity'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { expect, test } from 'vitest'
import { asAssertion, asRegistration, softwareKey } from '#test/api/authenticator.ts'
import { addPage, confirmedAt, tapAt } from '#test/api/card-page.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, origin, signInWith } from '#test/api/passkeys.ts'
import { assignCard, COMPUTER, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, given, world, clock, mailTo } = home
const [PIN, NEW] = ['274936', '915273']
const reader = await registerReader(home)
const page = await addPage(home, {
  fields: { userId: true, employeeId: false, lastName: false },
  verificationType: 'none',
  limits: { card: 100, person: 100 },
})
const admin = async () => as((await given.session(given.administrator)).accessToken)

let people = 0
let numbers = 0xc0ffe001
const newCard = () => (numbers++).toString(16).toUpperCase()
const rank = (user: string) => testData(home).appoint(user, 5)
async function person(ranked: boolean) {
  const userId = `waiter-${++people}`
  const id = await given.addUser('Wilma', `Waits${people}`, { user_id: userId })
  if (ranked) await rank(id)
  return { id, userId, email: `wilma.waits${people}@northgate.example` }
}
type Person = Awaited<ReturnType<typeof person>>

async function opens(cardId: string, pin = PIN): Promise<{ here: unknown; elsewhere: unknown }> {
  const here = await as(undefined).ask(signIn.cardLogin, { cardId, pin, where: 'northgate' })
  const info = Buffer.of(4).toString('base64url')
  const there = await as(reader).ask(accessKeys.execute, { cardId, format: 'hex', computerId: COMPUTER, request: info })
  return { here: here.body['code'] ?? here.status, elsewhere: there.body['code'] ?? there.status }
}
const all = { here: 200, elsewhere: 200 }
const nothing = { here: 'card-refused', elsewhere: 'key-waiting' }

const setPin = async (key: string) => (await admin()).tell(keyActCalls.resetPin, { deviceId: key, pin: PIN })
async function keyOf(user: string): Promise<string> {
  const { items } = await (await admin()).tell(securityKeys.ofUser, { id: user })
  return (items.at(-1) as { id: string }).id
}
async function byLink(email: string, cardId: string) {
  const { link } = await mailTo(email)
  const { session } = await as(undefined).tell(keyActivation.open, { link: linkIn(link) })
  await as(session).tell(keyActivation.setCard, { cardId, pin: PIN })
}
const linkIn = (href: string | undefined) => new URL(href as string).searchParams.get('link') as string

async function questionTo(email: string) {
  const asks = async () =>
    (await outboxMails(world)).find(mail => mail.to === email && mail.subject === 'Is this security key yours?')
  await expect.poll(asks).toBeDefined()
  return linkIn((await asks())?.button?.href)
}

/** Every way to assign a card to another user without their own confirmed act; each leaves the PIN. */
const ways: Record<string, (to: Person, cardId: string) => Promise<unknown>> = {
  'a card page': async ({ userId }, cardId) =>
    (await confirmedAt(home, page, cardId, userId)).tell(selfService.enroll, { pin: PIN }),
  'the service desk': async ({ id }, cardId) =>
    (await admin()).tell(selfServiceHelpdesk.enroll, { id: page, userId: id, cardId, cardFormat: 'hex', pin: PIN }),
  'an immediate assignment': async ({ id }, cardId) => assignCard(home, id, cardId, PIN),
  'an assignment by email': async ({ id, email }, cardId) => {
    await (await admin()).tell(keyAssignment.add, { userId: id, type: 2, activation: 2 })
    await byLink(email, cardId)
  },
  'a scheduled assignment': async ({ id, email }, cardId) => {
    await (await admin()).tell(keyAssignment.add, { userId: id, type: 2, activation: 3 })
    await (await admin()).tell(keyAssignment.sendLink, { id: await keyOf(id) })
    await byLink(email, cardId)
  },
  'an assignment to many users': async ({ id, email }, cardId) => {
    await (await admin()).tell(keyAssignment.assignMany, { ids: [id], type: 2, activation: 2, ifOneExists: 'allow' })
    await byLink(email, cardId)
  },
  'a pending key that a card page completes': async ({ id, userId }, cardId) => {
    await (await admin()).tell(keyAssignment.add, { userId: id, type: 2, activation: 3 })
    await (await confirmedAt(home, page, cardId, userId)).tell(selfService.enroll, { pin: PIN })
  },
  'a key for a card that a card page activates': async ({ id, userId }, cardId) => {
    await (await admin()).tell(keyAssignment.add, { userId: id, type: 2, activation: 3, cardId, cardFormat: 'hex' })
    await (await confirmedAt(home, page, cardId, userId)).tell(selfService.enroll, { pin: PIN })
  },
  'an import': async ({ id, userId }, cardId) => {
    const asker = await admin()
    const csv = `Card ID;User ID\n${cardId};${userId}\n`
    const { id: run, mapping } = await asker.tell(cardImport.upload, { csv, fileName: 'cards.csv' })
    await asker.tell(cardImport.map, { id: run, mapping, cardFormat: 'hex' })
    const reach = (state: string) =>
      expect.poll(async () => (await asker.tell(cardImport.get, { id: run })).state, { timeout: 10_000 }).toBe(state)
    await reach('reviewed')
    await asker.tell(cardImport.start, { id: run })
    await reach('done')
    await setPin(await keyOf(id))
  },
}

test.each(Object.entries(ways))(
  'a card that came by %s opens nothing of a user with a role until confirmed',
  async (_, give) => {
    const [ranked, plain] = [await person(true), await person(false)]
    const [theirs, other] = [newCard(), newCard()]
    await give(ranked, theirs)
    await give(plain, other)
    expect(await opens(other)).toEqual(all)
    expect(await opens(theirs)).toEqual(nothing)
    expect(await (await admin()).tell(securityKeys.get, { id: await keyOf(ranked.id) })).toMatchObject({
      proofDue: true,
    })
    const signedIn = await given.session({ id: ranked.id, workspace: given.owner.workspace })
    const [waiting] = (await as(signedIn.accessToken).tell(waitingKeys.list)).items
    expect(waiting).toMatchObject({ cardEnd: theirs.slice(-4), opensFrom: null })
    clock.forward(minutes(6))
    const stale = await as(signedIn.accessToken).ask(waitingKeys.confirm, { id: waiting?.id })
    expect(stale).toMatchObject({ status: 401, body: { code: 'verify-first' } })
    const fresh = as((await given.session({ id: ranked.id, workspace: given.owner.workspace })).accessToken)
    await fresh.tell(waitingKeys.confirm, { id: waiting?.id as string })
    expect(await opens(theirs)).toEqual(all)
    expect((await fresh.tell(waitingKeys.list)).items).toEqual([])
  },
)

test('permission to change workspace settings does not let a forged card from a page sign in as the owner', async () => {
  const cardId = newCard()
  const visitor = await confirmedAt(home, page, cardId, given.owner.email)
  await visitor.ask(selfService.enroll, { pin: PIN })
  expect(await opens(cardId)).toEqual(nothing)
  await expect.poll(async () => (await mailTo(given.owner.email)).subject).toBe('Is this security key yours?')
  const { items } = await as((await given.session(given.owner)).accessToken).tell(activity.list, {
    action: ['sign-in.card'],
  })
  expect(items[0]).toMatchObject({ status: 2, reason: "The security key is waiting for its owner's confirmation" })
})

test('identifying answers neither reset the PIN of a user with a role nor replace their card', async () => {
  const to = await person(true)
  const cardId = newCard()
  const key = await assignCard(home, to.id, cardId, PIN)
  await as((await given.session({ id: to.id, workspace: given.owner.workspace })).accessToken).tell(
    waitingKeys.confirm,
    { id: key },
  )
  expect(await opens(cardId)).toEqual(all)
  const visitor = await confirmedAt(home, page, cardId, to.userId, 1)
  expect(await visitor.ask(selfService.reset, { pin: NEW })).toMatchObject({ body: { code: 'not-verified' } })
  const replacing = await addPage(home, {
    fields: { userId: true, employeeId: false, lastName: false },
    verificationType: 'selfConfirmation',
    secondCard: 'replace',
  })
  const other = await confirmedAt(home, replacing, newCard(), to.userId)
  expect(await other.ask(selfService.enroll, { pin: PIN })).toMatchObject({ body: { code: 'kind-taken' } })
  expect(await opens(cardId)).toEqual(all)
})

test('an emailed code takes effect one day later, and the notified user can stop it before then', async () => {
  const coded = await addPage(home, { fields: { userId: true, employeeId: false, lastName: false } })
  const enrolled = async (to: Person) => {
    const cardId = newCard()
    const visitor = await tapAt(home, coded, cardId)
    await visitor.tell(selfService.token, { userId: to.userId })
    await visitor.tell(selfService.code, { type: 'email' })
    await visitor.tell(selfService.verify, { code: (await mailTo(to.email)).code as string })
    await visitor.tell(selfService.enroll, { pin: PIN })
    await expect
      .poll(async () => (await mailTo(to.email)).subject)
      .toBe('A security key will soon work for your account')
    return { cardId, link: linkIn((await mailTo(to.email)).link) }
  }
  const [stopped, left] = [await person(true), await person(true)]
  const [one, two] = [await enrolled(stopped), await enrolled(left)]
  expect(await opens(one.cardId)).toEqual(nothing)
  expect(await as(undefined).tell(waitingKeys.open, { link: one.link })).toMatchObject({
    cardEnd: one.cardId.slice(-4),
    opensFrom: new Date(clock.now().getTime() + minutes(24 * 60)).toISOString(),
  })
  expect(await as(undefined).tell(waitingKeys.answer, { link: one.link, mine: false })).toEqual({ opensFrom: null })
  clock.forward(minutes(24 * 60) - 1)
  expect(await opens(two.cardId)).toEqual(nothing)
  clock.forward(1)
  expect(await opens(two.cardId)).toEqual(all)
  expect(await opens(one.cardId)).toEqual({ here: 'card-refused', elsewhere: 'key-suspended' })
  expect(await as(undefined).ask(waitingKeys.answer, { link: one.link, mine: true })).toMatchObject({ status: 401 })
  await expect.poll(async () => (await mailTo(stopped.email)).subject).toBe('A security key you reported was suspended')
})

test('without a passkey, the emailed link confirms one day later; a wrong link finds no key', async () => {
  const to = await person(true)
  const cardId = newCard()
  await assignCard(home, to.id, cardId, PIN)
  const link = await questionTo(to.email)
  const { opensFrom } = await as(undefined).tell(waitingKeys.answer, { link, mine: true })
  expect(opensFrom).toBe(new Date(clock.now().getTime() + minutes(24 * 60)).toISOString())
  const asAdmin = await admin()
  expect((await asAdmin.tell(securityKeys.ofUser, { id: to.id })).items).toMatchObject([{ opensFrom }])
  expect((await asAdmin.tell(securityKeys.list, { search: to.email })).items).toMatchObject([{ opensFrom }])
  expect(await opens(cardId)).toEqual(nothing)
  for (const other of [link.slice(4), `${link}x`]) {
    expect(await as(undefined).ask(waitingKeys.open, { link: other })).toMatchObject({ status: 401 })
  }
  clock.forward(minutes(24 * 60))
  expect(await opens(cardId)).toEqual(all)
})

test('a key waits again after its PIN is reset, removed, or set by its bearer', async () => {
  const to = await person(true)
  const cardId = newCard()
  const key = await assignCard(home, to.id, cardId, PIN)
  const me = async () => as((await given.session({ id: to.id, workspace: given.owner.workspace })).accessToken)
  await (await me()).tell(waitingKeys.confirm, { id: key })
  await (await admin()).tell(keyActCalls.resetPin, { deviceId: key, pin: NEW })
  expect(await opens(cardId, NEW)).toEqual(nothing)
  await (await me()).tell(waitingKeys.confirm, { id: key })
  expect(await opens(cardId, NEW)).toEqual(all)
  await (await admin()).tell(keyActCalls.verification, { ids: [key], verification: 3, pins: 'later' })
  expect((await opens(cardId, NEW)).elsewhere).toBe('key-waiting')
})

test('a passkey from an activation link neither signs in a user with a role nor confirms until confirmed', async () => {
  const to = await person(true)
  await (await admin()).tell(keyAssignment.add, { userId: to.id, type: 3, activation: 2 })
  const { session } = await as(undefined).tell(keyActivation.open, { link: linkIn((await mailTo(to.email)).link) })
  const { creation } = await as(session).tell(registration.challenge, {})
  const key = softwareKey({ origin })
  await as(session).tell(keyActivation.addHardware, { authenticationInfo: asRegistration(key.create(creation)) })
  expect(await signInWith(home, key)).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
  const me = as((await given.session({ id: to.id, workspace: given.owner.workspace })).accessToken)
  const { session: asked, authInfo } = await me.tell(credentials.challenge, { purpose: 'verify' })
  const assertion = asAssertion(key.get(authInfo.request!))
  expect(await me.ask(sessions.verify, { ...assertion, session: asked })).toMatchObject({ status: 401 })
  await me.tell(waitingKeys.confirm, { id: await keyOf(to.id) })
  expect(await signInWith(home, key)).toMatchObject({ status: 200 })
})

test('a passkey that the signed-in user adds does not wait', async () => {
  const to = await person(true)
  const { accessToken } = await given.session({ id: to.id, workspace: given.owner.workspace })
  const { key } = await addPasskey(home, accessToken)
  expect(await signInWith(home, key)).toMatchObject({ status: 200 })
})

test('a user who gains a role keeps used keys; an unused key waits until the role is removed', async () => {
  const to = await person(false)
  const [used, unused] = [newCard(), newCard()]
  await assignCard(home, to.id, used, PIN)
  await assignCard(home, to.id, unused, PIN)
  expect(await opens(used)).toEqual(all)
  await rank(to.id)
  expect(await opens(used)).toEqual(all)
  expect(await opens(unused)).toEqual(nothing)
  await testData(home).dismiss(to.id)
  expect(await opens(unused)).toEqual(all)
})

test('a pending key without a PIN that a page fills also waits, no matter who assigned it', async () => {
  const settings = {
    verification: 3,
    credentialStorageLocation: 2 as const,
    proximity: false,
    audit: true,
    offlineLogin: false,
    rememberedPinHours: 0,
  }
  const to = await person(true)
  await (await testData(home).owner()).tell(administrators.update, { id: to.id, role: 2 })
  await testData(home).accept(to.id)
  const cardId = newCard()
  const me = as((await given.session({ id: to.id, workspace: given.owner.workspace })).accessToken)
  await me.tell(keyAssignment.add, { userId: to.id, type: 2, activation: 3, settings })
  await (await confirmedAt(home, page, cardId, to.userId)).tell(selfService.enroll, {})
  expect((await opens(cardId)).elsewhere).toBe('key-waiting')
  await expect.poll(async () => (await mailTo(to.email)).subject).toBe('Is this security key yours?')
})

test('a shared account lends no passkeys of a waiting card', async () => {
  const [account, bearer] = [await person(true), await person(false)]
  const [theirs, own] = [newCard(), newCard()]
  const key = await assignCard(home, account.id, theirs, PIN)
  await assignCard(home, bearer.id, own, PIN)
  const me = as((await given.session({ id: account.id, workspace: given.owner.workspace })).accessToken)
  await me.tell(waitingKeys.confirm, { id: key })
  expect(await opens(theirs)).toEqual(all)
  const owner = as((await given.session(given.owner)).accessToken)
  await owner.tell(sharing.add, { id: account.id, users: [bearer.id] })
  const at = { cardId: own, pin: PIN, where: 'northgate', account: account.id }
  expect((await as(undefined).ask(signIn.cardLogin, at)).status).toBe(200)
  await (await admin()).tell(keyActCalls.resetPin, { deviceId: key, pin: NEW })
  expect((await as(undefined).ask(signIn.cardLogin, at)).status).not.toBe(200)
})

test('only the owner sees, confirms, or refuses a waiting key, and refusing needs no passkey', async () => {
  const [to, other] = [await person(true), await person(true)]
  const cardId = newCard()
  const id = await assignCard(home, to.id, cardId, PIN)
  const stranger = as((await given.session({ id: other.id, workspace: given.owner.workspace })).accessToken)
  expect((await stranger.tell(waitingKeys.list)).items).toEqual([])
  for (const call of [waitingKeys.confirm, waitingKeys.refuse, waitingKeys.mail])
    expect(await stranger.ask(call, { id })).toMatchObject({ status: 404 })
  const { accessToken } = await given.session({ id: to.id, workspace: given.owner.workspace })
  clock.forward(minutes(6))
  expect(await as(accessToken).ask(waitingKeys.mail, { id })).toMatchObject({ status: 200 })
  expect(await as(accessToken).ask(waitingKeys.mail, { id })).toMatchObject({ body: { code: 'code-too-soon' } })
  await as(accessToken).tell(waitingKeys.refuse, { id })
  expect(await opens(cardId)).toEqual({ here: 'card-refused', elsewhere: 'key-suspended' })
  await (await admin()).tell(keyActCalls.activateOne, { id })
  expect(await opens(cardId)).toEqual(nothing)
})
