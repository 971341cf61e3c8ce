import { registration } from '@claviger/contract/access/registration'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { signInAgain } from '#test/app/renewed-session.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { days, minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, mailTo, clock, world } = home
const admin = signInAgain(home, given.administrator)
const refusal = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]

let count = 0
async function assigned(settings: object = {}, last = `Holder${++count}`) {
  const user = await given.addUser('Card', last)
  const { key } = await admin.tell(keyAssignment.add, { userId: user, type: 2, activation: 2, ...settings })
  const { link } = await mailTo(`card.${last.toLowerCase()}@northgate.example`)
  return { user, key: key.id, link: new URL(link as string).searchParams.get('link') as string }
}
const open = (link: string) => as(undefined).tell(keyActivation.open, { link })
const refused = async (link: string) => refusal(await as(undefined).ask(keyActivation.open, { link }))
const told = (who: string, subject: string) =>
  expect.poll(async () => (await mailTo(`${who}@northgate.example`)).subject).toBe(subject)
const pinless = {
  settings: {
    verification: 3,
    credentialStorageLocation: 2,
    proximity: false,
    audit: true,
    offlineLogin: false,
    rememberedPinHours: 0,
  },
}

test('an emailed link, a tap, and a PIN activate a card, notify its owner, and are logged', async () => {
  const { user, key, link } = await assigned()
  const opened = await open(link)
  expect(opened).toMatchObject({
    purpose: 'card',
    recovers: false,
    pin: true,
    mailbox: true,
    workspaceName: 'Northgate Hospital',
  })
  const me = as(opened.session)
  expect(await me.tell(keyActivation.tap, { cardId: '1234567890' })).toEqual({ ok: true, cardEnd: '9649' })
  const { pinConfig } = await me.tell(keyActivation.pinConfig, {})
  expect(pinConfig.minLength).toBeGreaterThanOrEqual(4)
  expect(await me.tell(keyActivation.setCard, { cardId: '1234567890', pin: '739146' })).toEqual({
    ok: true,
    mailed: false,
  })
  expect(await admin.tell(securityKeys.get, { id: key })).toMatchObject({ status: 20, hasPin: true, cardEnd: '9649' })
  await told(`card.holder${count}`, 'Your security key is active')
  const log = await as((await given.session(given.owner)).accessToken).tell(activity.list, { user })
  expect(log.items.map(one => one.action)).toContain('security-key.activated')
  expect((await admin.tell(users.get, { id: user })).status).toBe(20)
})

test('refuses used, forged, and foreign links and links of suspended users alike', async () => {
  const once = await assigned()
  const [tab, other] = [await open(once.link), await open(once.link)]
  await as(tab.session).tell(keyActivation.setCard, { cardId: '11', pin: '739146' })
  expect(refusal(await as(other.session).ask(keyActivation.setCard, { cardId: '12', pin: '739146' }))).toEqual([
    401,
    'link-spent',
  ])
  // An active card with a PIN can get a new PIN, but this link is used up
  expect(await refused(once.link)).toEqual([401, 'link-spent'])
  for (const text of ['x', `${once.link.slice(0, -4)}AAAA`, Buffer.alloc(64).toString('base64url')])
    expect(await refused(text)).toEqual([401, 'link-spent'])
  const suspended = await assigned()
  const { session } = await open(suspended.link)
  await given.addActiveKeys([suspended.user])
  await testData(home).suspend(suspended.user)
  expect(await refused(suspended.link)).toEqual([401, 'link-spent'])
  expect(refusal(await as(session).ask(keyActivation.tap, { cardId: '12' }))).toEqual([401, 'link-spent'])
})

test('only one of two concurrent tabs activates the card', async () => {
  const { link } = await assigned()
  const tabs = [await open(link), await open(link)]
  const answers = await Promise.all(
    tabs.map(({ session }, place) =>
      as(session).ask(keyActivation.setCard, { cardId: String(500 + place), pin: '739146' }),
    ),
  )
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('refuses a card of another user without naming the user, also for concurrent requests', async () => {
  const [one, two] = [await assigned(), await assigned()]
  const [first, second] = [as((await open(one.link)).session), as((await open(two.link)).session)]
  const answers = await Promise.all(
    [first, second].map(me => me.ask(keyActivation.setCard, { cardId: '0x7777'.slice(2), pin: '739146' })),
  )
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const loser = answers[0]?.status === 409 ? first : second
  const answer = await loser.ask(keyActivation.tap, { cardId: '7777' })
  expect(refusal(answer)).toEqual([409, 'card-taken'])
  expect(JSON.stringify(answer.body)).not.toContain('Holder')
  expect(refusal(await loser.ask(keyActivation.tap, { cardId: 'xyz' }))).toEqual([422, 'card-unreadable'])
  // The refusal did not use up the link
  await loser.tell(keyActivation.setCard, { cardId: '8888', pin: '739146' })
})

test('keeps the link after an unfit PIN; without a PIN the next tap sets it; a PINless card needs none', async () => {
  const { link, key } = await assigned()
  const me = as((await open(link)).session)
  for (const pin of ['1', '123', 'ü'.repeat(40)])
    expect(refusal(await me.ask(keyActivation.setCard, { cardId: '21', pin }))).toEqual([422, 'pin-unfit'])
  expect(await admin.tell(securityKeys.get, { id: key })).toMatchObject({ status: 30, hasPin: false })
  expect(await me.tell(keyActivation.setCard, { cardId: '21' })).toEqual({ ok: true, mailed: true })
  expect(await admin.tell(securityKeys.get, { id: key })).toMatchObject({ status: 20, hasPin: false, pinDue: true })

  const plain = await assigned(pinless)
  const opened = await open(plain.link)
  expect(opened.pin).toBe(false)
  expect(await as(opened.session).tell(keyActivation.setCard, { cardId: '22' })).toEqual({ ok: true, mailed: false })
  expect(await admin.tell(securityKeys.get, { id: plain.key })).toMatchObject({ status: 20, hasPin: false })
  expect(await refused(plain.link)).toEqual([401, 'link-spent'])
})

test('the link of a key does not sign in and cannot continue a registration', async () => {
  const { link } = await assigned()
  const me = as((await open(link)).session)
  expect(refusal(await me.ask(registration.challenge, {}))).toEqual([401, 'link-spent'])
  expect(refusal(await me.ask(registration.state, {}))[0]).toBeGreaterThanOrEqual(400)
  expect(refusal(await as(undefined).ask(keyActivation.pinConfig, {}))).toEqual([401, 'link-spent'])
})

test('reads a tap in the reader format of the workspace', async () => {
  const { link } = await assigned(pinless)
  const owner = as((await given.session(given.owner)).accessToken)
  await owner.tell(readerSettings.change, { format: 'hex', reversed: true, dropped: 2 })
  const me = as((await open(link)).session)
  expect(await me.tell(keyActivation.tap, { cardId: '99D2029649' })).toMatchObject({ cardEnd: '02D2' })
  await owner.tell(readerSettings.change, { format: 'none', reversed: false, dropped: 0 })
})

test('a link to reset the PIN works only for its card', async () => {
  const user = await given.addUser('Card', 'Forgot')
  const { key } = await admin.tell(keyAssignment.add, { userId: user, type: 2, activation: 1, cardId: '4242' })
  clock.forward(minutes(1))
  await admin.tell(keyAssignment.sendLink, { id: key.id })
  await told('card.forgot', 'Set a new PIN for your card')
  const { link } = await mailTo('card.forgot@northgate.example')
  const opened = await open(new URL(link as string).searchParams.get('link') as string)
  expect(opened).toMatchObject({ recovers: true, pin: true })
  const me = as(opened.session)
  expect(refusal(await me.ask(keyActivation.tap, { cardId: '4243' }))).toEqual([409, 'card-other'])
  expect(refusal(await me.ask(keyActivation.setCard, { cardId: '4243', pin: '739146' }))).toEqual([409, 'card-other'])
  clock.forward(minutes(1))
  await me.tell(keyActivation.setCard, { cardId: '4242', pin: '739146' })
  await told('card.forgot', 'The PIN of one of your security keys was changed')
})

test('a link is voided when the card is activated or the PIN is set another way', async () => {
  const { key, link } = await assigned()
  const opened = await open(link)
  clock.forward(1000)
  await world.superPool.query(
    `update security_keys set status = 20, activated_at = $2, card_hash = decode(md5('a') || md5('b'), 'hex') where id = $1`,
    [key, clock.now()],
  )
  expect(await refused(link)).toEqual([401, 'link-spent'])
  expect(refusal(await as(opened.session).ask(keyActivation.pinConfig, {}))).toEqual([401, 'link-spent'])
  const caller = as((await given.session(given.administrator)).accessToken)
  expect(await caller.tell(securityKeys.info, { id: key })).toMatchObject({ linkEndsAt: null })
  await caller.tell(keyAssignment.sendLink, { id: key })
  const holder = `card.holder${count}`
  await told(holder, 'Set a new PIN for your card')
  const newer = new URL((await mailTo(`${holder}@northgate.example`)).link as string).searchParams.get('link') as string
  expect(await open(newer)).toMatchObject({ recovers: true })
  clock.forward(1000)
  await caller.tell(keyActCalls.resetPin, { deviceId: key, pin: '739146' })
  expect(await refused(newer)).toEqual([401, 'link-spent'])
})

test('an opened link is valid for 30 minutes, and a link for seven days', async () => {
  const [late, slow] = [await assigned(), await assigned()]
  const { linkEndsAt } = await admin.tell(securityKeys.info, { id: late.key })
  expect(new Date(linkEndsAt ?? 0).getTime() - clock.now().getTime()).toBe(days(7))
  const { session } = await open(slow.link)
  clock.forward(minutes(30))
  expect(refusal(await as(session).ask(keyActivation.pinConfig, {}))).toEqual([401, 'link-spent'])
  await open(slow.link)
  clock.forward(days(7))
  expect(await refused(late.link)).toEqual([401, 'link-spent'])
})
