import { selfService } from '@claviger/contract/access/self-service'
import type { PageSettingsInput } from '@claviger/contract/access/self-service-settings/page-settings'
import { activity } from '@claviger/contract/oversight/activity'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { beforeEach, expect, test } from 'vitest'
import { addPage, pageHelpers, confirmedAt, tapAt, visitPage } from '#test/api/card-page.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { given, as, world } = home
const { forgetTries } = pageHelpers(home)
beforeEach(forgetTries)

const PIN = '271828'
const byLogin = {
  fields: { userId: true, employeeId: false, lastName: false },
  verificationType: 'selfConfirmation',
} as const
const pageWith = (more: PageSettingsInput = {}) => addPage(home, { ...byLogin, limits: { card: 100 }, ...more })

let people = 0
async function newPerson() {
  const userId = `person-${++people}`
  const id = await given.addUser('Pia', `Number${people}`, { user_id: userId })
  return { id, userId, email: `pia.number${people}@northgate.example` }
}
let cards = 0xd00000
const newCard = () => (++cards).toString(16).toUpperCase()

interface Key {
  id: string
  status: number
  verification: number
  blocked_at: Date | null
  pin_sealed: Buffer | null
  activation: number
}
async function keysOf(user: string): Promise<Key[]> {
  const { rows } = await world.superPool.query<Key>(
    'select * from security_keys where user_id = $1 order by created_at',
    [user],
  )
  return rows
}
const set = (id: string, what: string) => world.superPool.query(`update security_keys set ${what} where id = $1`, [id])

async function enrolled(page: string, userId: string, card: string, pin: string | undefined = PIN) {
  const visitor = await confirmedAt(home, page, card, userId)
  const { status, body } = await visitor.ask(selfService.enroll, { ...(pin !== undefined && { pin }) })
  return status === 200 ? 'done' : `${status} ${String(body['code'])}`
}
async function recovered(page: string, userId: string, card: string, pin = PIN) {
  const visitor = await confirmedAt(home, page, card, userId, 1)
  const { status, body } = await visitor.ask(selfService.reset, { pin })
  return status === 200 ? 'done' : `${status} ${String(body['code'])}`
}

test('creates an active key with the policy settings and the PIN, and logs where', async () => {
  const page = await pageWith()
  const { id, userId, email } = await newPerson()
  expect(await enrolled(page, userId, newCard())).toBe('done')
  const [key] = await keysOf(id)
  expect(key).toMatchObject({ status: 20, verification: 4, pin_sealed: expect.anything() as unknown })
  expect(await home.mailTo(email)).toMatchObject({ subject: 'A card was added to your account' })
  const { items } = await as(given.owner.accessToken).tell(activity.list, { pageSize: 20 })
  const line = items.find(one => one.action === 'self-service.enrolled')
  expect(line).toMatchObject({
    actorId: id,
    objectId: key?.id,
    ip: '127.0.0.1',
    after: { page: `Badges ${page}`, verifiedBy: 'selfConfirmation' },
  })
})

test.each([
  ['card', 'nfc', 'nfc'],
  ['query', 'typed', 'link'],
  ['card', undefined, undefined],
] as const)('logs how the card was read: as %s, by %s', async (type, reader, logged) => {
  const page = await pageWith({ inputReadingFormat: 'hex' })
  const { id, userId } = await newPerson()
  const visitor = await visitPage(home, page)
  await visitor.tell(selfService.start, { type: 0 })
  await visitor.tell(selfService.lookup, { id: page, cardId: newCard(), type, ...(reader && { reader }) })
  await visitor.tell(selfService.token, { userId })
  await visitor.tell(selfService.verify, {})
  await visitor.tell(selfService.enroll, { pin: PIN })
  const { items } = await as(given.owner.accessToken).tell(activity.list, { pageSize: 20 })
  const line = items.find(one => one.action === 'self-service.enrolled' && one.actorId === id)
  expect(line?.after?.['reader']).toBe(logged)
})

test('R139: refuses any PIN that breaks the rules with the page message', async () => {
  const page = await pageWith()
  const { id, userId } = await newPerson()
  const visitor = await confirmedAt(home, page, newCard(), userId)
  for (const pin of [undefined, '', '1', '12', '🙂🙂', '🙂'.repeat(40), '9'.repeat(256), '12\u0000456'.slice(0, 2)]) {
    const answer = await visitor.ask(selfService.enroll, { ...(pin !== undefined && { pin }) })
    expect([pin, answer.status, answer.body['message']]).toEqual([pin, 422, 'PIN is not in the right format!'])
  }
  expect(await visitor.ask(selfService.enroll, { pin: '9'.repeat(257) })).toMatchObject({ status: 422 })
  expect(await keysOf(id)).toEqual([])
  await visitor.tell(selfService.enroll, { pin: PIN })
})

test('only one of two users who enroll the same card concurrently gets it', async () => {
  const page = await pageWith()
  for (let round = 0; round < 5; round++) {
    const card = newCard()
    const both = [await newPerson(), await newPerson()]
    const visitors = await Promise.all(both.map(({ userId }) => confirmedAt(home, page, card, userId)))
    const answers = await Promise.all(visitors.map(visitor => visitor.ask(selfService.enroll, { pin: PIN })))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'card-taken' })
    const keys = [...(await keysOf(both[0]?.id ?? '')), ...(await keysOf(both[1]?.id ?? ''))]
    expect(keys).toHaveLength(1)
  }
})

test('explains how to continue for a card of another user, the own card, a suspended card, and a blocked card', async () => {
  const page = await pageWith()
  const [one, other] = [await newPerson(), await newPerson()]
  const card = newCard()
  await enrolled(page, one.userId, card)
  const foreign = await confirmedAt(home, page, card, other.userId)
  expect((await foreign.ask(selfService.enroll, { pin: PIN })).body['message']).toMatch(/belongs to another user/)
  expect(await enrolled(page, one.userId, card)).toBe('409 card-yours')
  const id = (await keysOf(one.id))[0]?.id as string
  await testData(home).suspendKey(id)
  expect(await enrolled(page, one.userId, card)).toBe('409 key-suspended')
  expect(await recovered(page, one.userId, card)).toBe('409 key-suspended')
  await testData(home).activateKey(id)
  await set(id, 'blocked_at = now()')
  expect(await enrolled(page, one.userId, card)).toBe('409 key-blocked')
  expect(await recovered(page, other.userId, card)).toBe('404 card-unknown')
  expect(await recovered(page, other.userId, newCard())).toBe('404 card-unknown')
  expect(await recovered(page, one.userId, card, '12')).toBe('422 pin-unfit')
  expect(await recovered(page, one.userId, card, '314159')).toBe('done')
  expect((await keysOf(one.id))[0]).toMatchObject({ blocked_at: null, status: 20 })
  await set(id, 'verification = 3')
  expect(await recovered(page, one.userId, card)).toBe('409 card-pinless')
  await set(id, 'verification = 4, status = 30')
  expect(await recovered(page, one.userId, card)).toBe('409 key-pending')
})

test('counts attempts with cards of other users as wrong answers, and then requires proof of work', async () => {
  const page = await pageWith()
  const [one, other] = [await newPerson(), await newPerson()]
  const card = newCard()
  await enrolled(page, one.userId, card)
  expect(await recovered(page, other.userId, card)).toBe('404 card-unknown')
  expect(await recovered(page, other.userId, newCard())).toBe('404 card-unknown')
  for (let n = 0; n < 3; n++) {
    const tries = await confirmedAt(home, page, card, other.userId)
    expect(await tries.ask(selfService.enroll, { pin: PIN })).toMatchObject({ status: 409 })
  }
  const next = await visitPage(home, page)
  await next.tell(selfService.start, { type: 0 })
  const asked = await next.ask(selfService.lookup, { id: page, cardId: newCard(), type: 'card' })
  expect(asked).toMatchObject({ status: 403, body: { code: 'proof-needed' } })
})

test('a card assigned for later enrollment goes to its user with the assigned settings', async () => {
  const page = await pageWith()
  const { id, userId } = await newPerson()
  const [other, card] = [await newPerson(), newCard()]
  await as(given.owner.accessToken).tell(keyAssignment.add, { userId: id, type: 2, activation: 3 })
  expect(await enrolled(page, userId, card)).toBe('done')
  expect(await keysOf(id)).toMatchObject([{ status: 20, activation: 3 }])
  expect(await enrolled(page, other.userId, card)).toBe('409 card-taken')
})

test('a card that waits for its first PIN receives it', async () => {
  const page = await pageWith()
  const [{ id, userId }, card] = [await newPerson(), newCard()]
  await enrolled(page, userId, card)
  await set((await keysOf(id))[0]?.id as string, 'pin_due = true')
  expect(await enrolled(page, userId, card, '314159')).toBe('done')
})

test('a second card is allowed, refused, or replaces the first, depending on the page', async () => {
  const { id, userId } = await newPerson()
  const [allow, block, replace] = await Promise.all(
    (['allow', 'block', 'replace'] as const).map(secondCard => pageWith({ secondCard })),
  )
  expect(await enrolled(allow as string, userId, newCard())).toBe('done')
  expect(await enrolled(block as string, userId, newCard())).toBe('409 kind-taken')
  expect(await enrolled(allow as string, userId, newCard())).toBe('done')
  expect(await keysOf(id)).toHaveLength(2)
  expect(await enrolled(replace as string, userId, newCard())).toBe('done')
  expect(await keysOf(id)).toHaveLength(1)
})

test('emails the user about a new card unless the page turns this off', async () => {
  const [told, silent] = [await pageWith(), await pageWith({ tellPerson: false })]
  const [one, other] = [await newPerson(), await newPerson()]
  expect(await enrolled(silent, one.userId, newCard())).toBe('done')
  expect(await enrolled(told, other.userId, newCard())).toBe('done')
  expect(await home.mailTo(other.email)).toMatchObject({ subject: 'A card was added to your account' })
  expect((await outboxMails(world)).filter(mail => mail.to === one.email)).toEqual([])
})

test('a user who has reached the key limit of the workspace gets no more keys', async () => {
  const page = await pageWith()
  const { userId } = await newPerson()
  await testData(home).setKeys({ keysPerUser: 1 })
  expect(await enrolled(page, userId, newCard())).toBe('done')
  expect(await enrolled(page, userId, newCard())).toBe('402 limits-exceeded')
  await testData(home).setKeys({ keysPerUser: null })
})

test('R94: enrolls immediately if the policy requires no PIN and the page no verification', async () => {
  await testData(home).setKeys({ cardVerification: 'pinless' })
  const page = await pageWith({ verificationType: 'none' })
  const { id, userId } = await newPerson()
  const visitor = await tapAt(home, page, newCard())
  expect(await visitor.tell(selfService.token, { userId })).toMatchObject({
    isPinRequired: false,
    verificationType: 'none',
    pinConfig: null,
  })
  await visitor.tell(selfService.enroll, {})
  expect(await keysOf(id)).toMatchObject([{ status: 20, verification: 3, pin_sealed: null }])
  // G58: without a card, a pending key is created, and the next card that the user taps becomes that key
  const late = await newPerson()
  await visitor.tell(selfService.config, { id: page })
  await visitor.tell(selfService.start, { type: 0 })
  await visitor.tell(selfService.token, { userId: late.userId })
  await visitor.tell(selfService.enroll, {})
  expect(await keysOf(late.id)).toMatchObject([{ status: 30 }])
  expect(await home.mailTo(late.email)).toMatchObject({ subject: 'A card is reserved for you' })
  const again = await tapAt(home, page, newCard())
  await again.tell(selfService.token, { userId: late.userId })
  await again.tell(selfService.enroll, {})
  expect(await keysOf(late.id)).toMatchObject([{ status: 20 }])
  // R97: recovery always requires a PIN (G22)
  const forgot = await tapAt(home, page, 'AAAAAA', 1)
  expect(await forgot.tell(selfService.token, { userId })).toMatchObject({
    isPinRequired: true,
    verificationType: 'none',
  })
  await testData(home).setKeys({ cardVerification: 'pin' })
})

test('a user who is suspended during the visit gets no card', async () => {
  const page = await pageWith()
  const { id, userId } = await newPerson()
  await given.addActiveKeys([id])
  const visitor = await confirmedAt(home, page, newCard(), userId)
  await testData(home).suspend(id)
  expect(await visitor.ask(selfService.enroll, { pin: PIN })).toMatchObject({
    status: 404,
    body: { code: 'nobody-found' },
  })
  expect(await keysOf(id)).toHaveLength(1)
})

test('enrolls nothing without the verification of the page, and a PIN reset cannot enroll a card', async () => {
  const page = await pageWith()
  const { userId } = await newPerson()
  const visitor = await tapAt(home, page, newCard())
  await visitor.tell(selfService.token, { userId })
  expect(await visitor.ask(selfService.enroll, { pin: PIN })).toMatchObject({
    status: 409,
    body: { code: 'wrong-step' },
  })
  const other = await confirmedAt(home, page, newCard(), userId, 1)
  expect(await other.ask(selfService.enroll, { pin: PIN })).toMatchObject({ status: 409 })
  expect(await visitor.ask(selfService.reset, { pin: PIN })).toMatchObject({ status: 409 })
})
