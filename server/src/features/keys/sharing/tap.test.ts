import { accessKeys } from '@claviger/contract/keys/access-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { sharing } from '@claviger/contract/keys/sharing'
import { activity } from '@claviger/contract/oversight/activity'
import { beforeEach, expect, test } from 'vitest'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, cardAt, COMPUTER, registerReader } from '#test/api/reader.ts'

const home = await startTestApp()
const { as, given } = home
const reader = as(await registerReader(home))
const admin = as((await given.session(given.owner)).accessToken)
const [KIOSK_PIN, OWN_PIN] = ['274936', '815502']
const site = 'example.org'

const kiosk = await given.addUser('Kiosk', 'Pharmacy')
const kioskKey = await assignCard(home, kiosk, '04C0FFEE', KIOSK_PIN)
const kioskCard = cardAt(reader, '04C0FFEE')
const made = await kioskCard.make({ token: await kioskCard.token(KIOSK_PIN, pinPermissions.make, site) })
const passkey = readData(made.body.get(2) as Uint8Array).id
const nora = await given.addUser('Nora', 'Ward')
const norasKey = await assignCard(home, nora, '04A0A0A1', OWN_PIN)
const asKiosk = cardAt(reader, '04A0A0A1', kiosk)

const opens = async (cardId: string) =>
  (await reader.tell(accessKeys.accounts, { cardId, format: 'hex' })).items.map(one => [one.name, one.isDefault])
const refusal = () =>
  reader.ask(accessKeys.execute, {
    cardId: '04A0A0A1',
    format: 'hex',
    computerId: COMPUTER,
    request: 'BA',
    account: kiosk,
  })

const share = async () => {
  await admin.tell(sharing.add, { id: kiosk, users: [nora], groups: [] })
  await admin.tell(sharing.makeDefault, { id: nora, accountId: kiosk })
}
beforeEach(async () => {
  await share()
  asKiosk.tap()
})

test('another badge opens a shared account with its own PIN, and the log names the badge holder', async () => {
  await admin.tell(sharing.take, { id: kiosk, users: [nora] })
  expect(await opens('04A0A0A1')).toEqual([['Nora Ward', true]])
  expect(await refusal()).toMatchObject({ status: 403, body: { code: 'account-not-shared' } })
  await share()
  expect(await opens('04A0A0A1')).toEqual([
    ['Nora Ward', false],
    ['Kiosk Pharmacy', true],
  ])
  const got = await asKiosk.get({ allow: [passkey], token: await asKiosk.token(OWN_PIN, pinPermissions.get, site) })
  expect(got.status).toBe(0)
  expect(readData(got.body.get(2) as Uint8Array).counter).toBeGreaterThan(0)
  const { items } = await admin.tell(activity.list, { action: ['security-key.signed-in'] })
  expect(items[0]).toMatchObject({ actorId: nora, objectId: norasKey, after: { opened: 'Kiosk Pharmacy' } })
})

test('a badge uses its own passkeys by default; on a shared account it cannot add or remove passkeys', async () => {
  const own = cardAt(reader, '04A0A0A1')
  const got = await own.get({ allow: [passkey], token: await own.token(OWN_PIN, pinPermissions.get, site) })
  expect(got.status).toBe(0x2e)
  const tried = await asKiosk.make({ token: await asKiosk.token(OWN_PIN, pinPermissions.make, site) })
  expect(tried.status).toBe(0x27)
  const { rows } = await home.world.superPool.query('select security_key_id from held_credentials')
  expect(rows).toEqual([{ security_key_id: kioskKey }])
})

test('two badges share one counter, and no value repeats', async () => {
  const use = async (card: ReturnType<typeof cardAt>, pin: string) => {
    card.tap()
    const got = await card.get({ allow: [passkey], token: await card.token(pin, pinPermissions.get, site) })
    expect(got.status).toBe(0)
    return readData(got.body.get(2) as Uint8Array).counter
  }
  const drawn = new Set<number>()
  for (let turn = 0; turn < 4; turn++)
    for (const counter of await Promise.all([use(kioskCard, KIOSK_PIN), use(asKiosk, OWN_PIN)])) drawn.add(counter)
  expect(drawn.size).toBe(8)
})

test('a shared account closes at the next request after the share or the card ends', async () => {
  await admin.tell(keyActCalls.suspendOne, { id: kioskKey })
  const got = await asKiosk.get({ allow: [passkey], token: await asKiosk.token(OWN_PIN, pinPermissions.get, site) })
  expect(got.status).toBe(0x2e)
  await admin.tell(keyActCalls.activateOne, { id: kioskKey })
  await admin.tell(sharing.take, { id: kiosk, users: [nora] })
  expect(await refusal()).toMatchObject({ status: 403, body: { code: 'account-not-shared' } })
  expect(await opens('04A0A0A1')).toEqual([['Nora Ward', true]])
  await admin.tell(keyActCalls.suspendOne, { id: norasKey })
  expect(await opens('04A0A0A1')).toEqual([])
  expect(await opens('04FFFFFF')).toEqual([])
  await admin.tell(keyActCalls.activateOne, { id: norasKey })
})
