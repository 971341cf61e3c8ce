import type { Tokens } from '@claviger/contract/access/sign-in'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { credentials } from '@claviger/contract/keys/credentials'
import { fingerReaders } from '@claviger/contract/keys/finger-readers'
import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { waitingKeys } from '@claviger/contract/keys/waiting-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { afterEach, expect, test } from 'vitest'
import { cardBrowser, signedInAt } from '#test/api/card-browser.ts'
import { commands, pinPermissions, readData, request } from '#test/emulators/ctap-client.ts'
import { type FingerReader, fingersOf, registerFingerReader, signInByFinger } from '#test/api/finger-reader.ts'
import { testData } from '#test/api/test-data.ts'
import { type Caller, startTestApp } from '#test/app/test-app.ts'
import { putPolicies } from '#test/api/policies.ts'
import { cardAt, COMPUTER, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock } = home
const admin = as(given.administrator.accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
const program = await registerFingerReader(home)
const denied = 0x27
const shop = { origin: 'https://shop.example', rpId: 'shop.example' }
const INFO = Buffer.of(commands.info)

afterEach(() => putPolicies(home, []))

async function fingered(last: string, by: FingerReader = program) {
  const user = await given.addUser('Finger', last)
  const { key, challenge } = await admin.tell(keyAssignment.add, { userId: user, type: 5, activation: 1 })
  await by.enrol(challenge as string, 'Thumb', 'Index')
  const fingers = await fingersOf(admin, key.id)
  return { user, key: key.id, thumb: fingers['Thumb'] as string, index: fingers['Index'] as string }
}

const browserOf = (finger: string) => cardBrowser({ ...program.finger(finger), tap() {} }, undefined, shop)

const signedIn = (finger: string) => signInByFinger(home, program.finger(finger))

const execute = (more: Record<string, unknown>, by = program) =>
  by.caller.ask(fingerReaders.execute, {
    computerId: COMPUTER,
    request: INFO.toString('base64url'),
    ...more,
  })
const refused = { status: 403, body: { code: 'fingerprint-refused' } }

test('a fingerprint is a security key with built-in verification that registers and signs in at any site', async () => {
  const { user, key, thumb, index } = await fingered('Anywhere')
  const finger = program.finger(thumb)
  const { body } = await finger.ask(INFO)
  expect(Object.fromEntries(body.get(4) as Map<string, boolean>)).toMatchObject({
    uv: true,
    alwaysUv: true,
    pinUvAuthToken: true,
    makeCredUvNotRqd: false,
  })
  expect(body.get(4)).not.toHaveProperty('clientPin')
  const found = await signedInAt(shop, browserOf(thumb), browserOf(index))
  expect(found).toMatchObject({ newCounter: 1, userVerified: true })
  const { items } = await admin.tell(securityKeys.credentials, { id: key })
  expect(items.map(one => one.rpId)).toEqual(['localhost', 'shop.example'])
  const lines = (
    await admin.tell(activity.list, { user, action: ['security-key.signed-in', 'security-key.registered'] })
  ).items
  expect(lines.map(one => [one.action, one.objectId, one.actorName])).toEqual([
    ['security-key.signed-in', key, 'Finger Anywhere'],
    ['security-key.registered', key, 'Finger Anywhere'],
  ])
})

test('a platform gets a token for a fingerprint match, for the stated purpose and for one use', async () => {
  const { thumb } = await fingered('Token')
  const finger = program.finger(thumb)
  finger.lies(false)
  await expect(finger.uvToken(pinPermissions.make, 'shop.example')).rejects.toThrow('0x3f')
  expect((await finger.make({ rp: { id: 'shop.example', name: 'Shop' } })).status).toBe(denied)
  finger.lies(true)
  const token = await finger.uvToken(pinPermissions.make, 'shop.example')
  // The match is bound to the token, so the next request needs none
  finger.lies(false)
  expect((await finger.make({ rp: { id: 'other.example', name: 'Other' }, token })).status).toBe(0x33)
  const made = await finger.make({ rp: { id: 'shop.example', name: 'Shop' }, token })
  expect([made.status, readData(made.body.get(2) as Uint8Array).flags & 0x04]).toEqual([0, 4])
  expect((await finger.make({ rp: { id: 'shop.example', name: 'Shop' }, token })).status).toBe(0x33)
  // A silent request verifies no user
  const silent = await finger.get({ rpId: 'shop.example', options: { up: false } })
  expect([silent.status, readData(silent.body.get(2) as Uint8Array).flags]).toEqual([0, 0])
  expect((await finger.get({ rpId: 'shop.example' })).status).toBe(denied)
  // The key has no PIN
  for (const subcommand of [1, 3, 4, 5, 9]) expect((await finger.pin(subcommand, 2)).status).toBe(0x3e)
})

test('a fingerprint signs in at our own page immediately after enrollment, until its key is suspended', async () => {
  const { user, key, thumb } = await fingered('Own')
  const done = await signedIn(thumb)
  expect(done.status).toBe(200)
  const me = as((done.body as Tokens).accessToken)
  expect((await me.tell(credentials.list)).items).toMatchObject([{ name: 'Fingerprint' }])
  const { items } = await admin.tell(securityKeys.ofUser, { id: user })
  expect(items).toMatchObject([{ id: key, type: 5, passkeys: 1 }])
  await admin.tell(keyActCalls.suspendOne, { id: key })
  expect((await me.ask(credentials.list)).status).toBe(401)
  expect(await execute({ finger: thumb })).toMatchObject({ status: 409, body: { code: 'key-suspended' } })
  await admin.tell(keyActCalls.activateOne, { id: key })
  expect((await signedIn(thumb)).status).toBe(200)
  await admin.tell(fingerprints.remove, { id: thumb })
  expect(await execute({ finger: thumb })).toMatchObject(refused)
})

test('an additional fingerprint must be confirmed, and for an administrator it waits for the owner', async () => {
  const { user, key, thumb } = await fingered('Ranked')
  expect((await signedIn(thumb)).status).toBe(200)
  await testData(home).appoint(user, 3)
  // The reader reports a match but not whose finger it was
  expect(await execute({ finger: thumb })).toMatchObject({ status: 409, body: { code: 'key-waiting' } })
  await as((await given.session({ id: user, workspace: given.owner.workspace })).accessToken).tell(
    waitingKeys.confirm,
    { id: key },
  )
  const add = async (name: string, by: Caller) => {
    const { challenge } = await by.tell(fingerprints.restart, { id: key })
    await program.enrol(challenge, name)
    return (await fingersOf(admin, key))[name] as string
  }
  const me = as(((await signedIn(thumb)).body as Tokens).accessToken)
  expect((await signedIn(await add('By the owner', me))).status).toBe(200)
  for (const finger of [await add('By somebody else', admin), thumb])
    expect(await execute({ finger })).toMatchObject({ status: 409, body: { code: 'key-waiting' } })
  await me.tell(waitingKeys.confirm, { id: key })
  expect((await signedIn(thumb)).status).toBe(200)
  clock.forward(minutes(6))
  for (const by of [me, admin])
    expect(await by.ask(fingerprints.restart, { id: key })).toMatchObject({
      status: 401,
      body: { code: 'verify-first' },
    })
  clock.forward(minutes(-6))
})

test('a match counts once for one request of one finger with its own program, computer, and reader, and expires', async () => {
  const [one, two] = [await fingered('One'), await fingered('Two')]
  const sameMaker = await registerFingerReader(home)
  const otherModel = await registerFingerReader(home, { model: 'Maker F200' })
  const other = request(commands.get, { 1: 'shop.example' })
  const with_ = async (spoil: Parameters<FingerReader['match']>[2], by = program) => ({
    finger: one.thumb,
    match: await by.match(one.thumb, INFO, spoil),
  })
  const right = await with_({})
  expect(await execute(right)).toMatchObject({ status: 200 })
  expect(await execute(right)).toMatchObject(refused)
  for (const spoil of [{ finger: two.thumb }, { model: 'Maker F200' }, { computerId: 'elsewhere' }, { request: other }])
    expect(await execute(await with_(spoil))).toMatchObject(refused)
  // Another user's finger, or another program: a program can answer only its own challenges
  expect(await execute({ ...(await with_({})), finger: two.thumb })).toMatchObject(refused)
  const { challenge } = await program.caller.tell(fingerReaders.challenge, {})
  expect(await execute(await with_({ challenge }, sameMaker), sameMaker)).toMatchObject(refused)
  expect(await execute(await with_({}, sameMaker))).toMatchObject(refused)
  expect(await execute(await with_({}, sameMaker), sameMaker)).toMatchObject({ status: 200 })
  // Templates of one model don't work on another
  expect(
    await execute({ finger: one.thumb, match: await otherModel.match(one.thumb, INFO) }, otherModel),
  ).toMatchObject(refused)
  const late = await with_({})
  clock.forward(20_000)
  expect(await execute(late)).toMatchObject(refused)
  const { items } = await admin.tell(activity.list, { object: one.key, action: ['security-key.refused'] })
  expect(new Set(items.map(({ reason }) => reason))).toEqual(
    new Set([
      'The match was already used',
      'The match is not signed for this fingerprint and request',
      'The match has expired or was made for another program',
      'The fingerprint was enrolled with another reader model',
    ]),
  )
  expect(items.every(({ actorName }) => actorName === 'Finger reader')).toBe(true)
})

test('only one of twenty concurrent uses of a match counts', async () => {
  const { thumb } = await fingered('Race')
  const match = await program.match(thumb, INFO)
  const all = await Promise.all(Array.from({ length: 20 }, () => execute({ finger: thumb, match })))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.filter(({ status }) => status === 403)).toHaveLength(19)
})

test('refuses matches from revoked programs, other workspaces, and programs without fingerprint support', async () => {
  const { thumb, user } = await fingered('Ended')
  const elsewhere = await registerFingerReader(home, { owner: given.ownerElsewhere })
  expect(await execute({ finger: thumb, match: await elsewhere.match(thumb, INFO) }, elsewhere)).toMatchObject(refused)
  const cards = as(await registerReader(home))
  const person = `finger.ended@northgate.example`
  for (const [call, input] of [
    [fingerReaders.challenge, {}],
    [fingerReaders.templates, { person }],
    [fingerReaders.execute, { finger: thumb, computerId: COMPUTER, request: 'BA' }],
  ] as const) {
    expect(await cards.ask(call, input)).toMatchObject({ status: 403, body: { code: 'finger-program-needed' } })
    for (const stranger of [as(undefined), admin]) expect((await stranger.ask(call, input)).status).toBe(401)
  }
  const before = (await (await owner()).tell(accessKeys.apps, {})).items.map(({ id }) => id)
  const ending = await registerFingerReader(home)
  const match = await ending.match(thumb, INFO)
  const token = (await (await owner()).tell(accessKeys.apps, {})).items.find(({ id }) => !before.includes(id))
  await (await owner()).tell(accessKeys.remove, { id: token!.id })
  expect(await execute({ finger: thumb, match }, ending)).toMatchObject({
    status: 401,
    body: { code: 'reader-refused' },
  })
  // Neither a card number nor the sign-in page, which takes numbers, works for such a key
  const { items } = await admin.tell(securityKeys.ofUser, { id: user })
  const [key] = items
  for (const cardId of [key!.id, `key ${key!.id}`, thumb])
    await expect(cardAt(cards, cardId).ask(INFO)).rejects.toMatchObject({ code: expect.stringMatching(/^card-un/) })
})

test('sends templates of usable keys only to readers of the same model, and logs each recipient', async () => {
  const { key, thumb } = await fingered('Templates')
  const person = 'finger.templates@northgate.example'
  const ask = (by: FingerReader, who = person) => by.caller.tell(fingerReaders.templates, { person: who })
  const { items } = await ask(program, person.toUpperCase())
  expect(items.map(({ name }) => name)).toEqual(['Thumb', 'Index'])
  expect(items[0]).toEqual({
    id: thumb,
    name: 'Thumb',
    template: Buffer.from('a template of Thumb').toString('base64url'),
  })
  expect((await ask(program, 'nobody@northgate.example')).items).toEqual([])
  expect((await ask(await registerFingerReader(home, { model: 'Maker F200' }))).items).toEqual([])
  expect((await ask(await registerFingerReader(home, { owner: given.ownerElsewhere }))).items).toEqual([])
  const lines = await admin.tell(activity.list, { object: key, action: ['fingerprint.handed-out'] })
  expect(lines.items).toMatchObject([{ actorName: 'Finger reader' }])
  await admin.tell(keyActCalls.suspendOne, { id: key })
  expect((await ask(program)).items).toEqual([])
})

test('access policies detect fingerprints, and can refuse them by key type', async () => {
  const { thumb } = await fingered('Policy')
  const finger = program.finger(thumb)
  const make = () => finger.make({ rp: { id: 'shop.example', name: 'Shop' } })
  expect((await make()).status).toBe(0)
  await putPolicies(home, [{ securityKeyDeviceType: [5] }])
  expect((await make()).status).toBe(denied)
  expect(finger.told()?.message).toContain("Your organization's policy doesn't allow this")
  expect(await signedIn(thumb).catch((error: Error) => error.message)).toContain('0x27')
})
