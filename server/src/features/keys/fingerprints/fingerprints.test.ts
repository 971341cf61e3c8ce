import { accessKeys } from '@claviger/contract/keys/access-keys'
import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { activity } from '@claviger/contract/oversight/activity'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { expect, test } from 'vitest'
import { house } from '../../../../test/house.ts'
import { registerReader } from '../../../../test/reader.ts'

const home = await house()
const { as, given, clock, world, mailTo } = home
const admin = as(given.administrator.accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
const reader = as(await registerReader(home))
const template = Buffer.from('a template of the maker').toString('base64url')

let count = 0
async function begun() {
  const userId = await given.addUser('Finger', `P${count++}`)
  const { key, challenge } = await admin.tell(keyAssignment.add, { userId, type: 5, activation: 1 })
  return { key, challenge: challenge as string }
}
const stateOf = async (challenge: string) => (await admin.tell(fingerprints.enrolment, { challenge })).state

test('begin, enroll, done: the reader tells how it goes, and the key is active', async () => {
  const { key, challenge } = await begun()
  expect(await stateOf(challenge)).toBe(0)
  expect(await reader.tell(fingerprints.progress, { challenge, step: 'started' })).toEqual({ state: 1 })
  expect(await reader.ask(fingerprints.progress, { challenge, step: 'done' })).toMatchObject({
    status: 409,
    body: { message: 'Fingerprint enrollment is required' },
  })
  await reader.tell(fingerprints.progress, { challenge, step: 'finger', template, name: 'Right index' })
  await reader.tell(fingerprints.progress, { challenge, step: 'finger', template })
  expect(await admin.tell(fingerprints.enrolment, { challenge })).toMatchObject({ state: 1, fingers: 2 })
  expect(await reader.tell(fingerprints.progress, { challenge, step: 'done' })).toEqual({ state: 2 })
  expect(await stateOf(challenge)).toBe(2)
  const info = await admin.tell(securityKeys.info, { id: key.id })
  expect(info).toMatchObject({ status: 20, fingerprints: [{ name: 'Right index' }, { name: 'Finger 2' }] })
  expect((await admin.tell(securityKeys.list, { challenge })).items).toMatchObject([{ id: key.id }])
  const { rows } = await world.superPool.query('select sealed from fingerprint_templates')
  expect(rows.some(row => (row.sealed as Buffer).includes('a template of the maker'))).toBe(false)
  const [finger] = info.fingerprints
  expect(await admin.tell(fingerprints.rename, { id: finger?.id as string, name: 'Thumb' })).toMatchObject({
    name: 'Thumb',
  })
  await admin.tell(fingerprints.remove, { id: finger?.id as string })
  expect((await admin.tell(securityKeys.info, { id: key.id })).fingerprints).toMatchObject([{ name: 'Finger 2' }])
})

test('the owner is told that the key can be used, and of every finger that comes or goes after', async () => {
  const { key, challenge } = await begun()
  const told = (subject: string) =>
    expect.poll(async () => (await mailTo(`finger.p${count - 1}@northgate.example`)).subject).toBe(subject)
  await reader.tell(fingerprints.progress, { challenge, step: 'started' })
  await reader.tell(fingerprints.progress, { challenge, step: 'finger', template })
  await reader.tell(fingerprints.progress, { challenge, step: 'done' })
  await told('Your security key is active')
  const more = (await admin.tell(fingerprints.restart, { id: key.id })).challenge
  await reader.tell(fingerprints.progress, { challenge: more, step: 'started' })
  await reader.tell(fingerprints.progress, { challenge: more, step: 'finger', template })
  await reader.tell(fingerprints.progress, { challenge: more, step: 'done' })
  await told('A finger was added to a security key of yours')
  const [finger] = (await admin.tell(securityKeys.info, { id: key.id })).fingerprints
  await admin.tell(fingerprints.remove, { id: finger?.id as string })
  await told('A finger was deleted from a security key of yours')
})

test('a finger of an enrolment that was given up, or came too late, is not kept', async () => {
  const { key, challenge } = await begun()
  const infos = () => admin.tell(securityKeys.info, { id: key.id })
  const scan = async (on: string, name: string) => {
    await reader.tell(fingerprints.progress, { challenge: on, step: 'started' })
    await reader.tell(fingerprints.progress, { challenge: on, step: 'finger', template, name })
  }
  const again = async () => (await admin.tell(fingerprints.restart, { id: key.id })).challenge
  await scan(challenge, 'Of somebody else')
  expect((await infos()).fingerprints).toEqual([])
  await admin.tell(fingerprints.cancel, { challenge })
  const late = await again()
  await scan(late, 'Too late')
  clock.forward(300_000)
  const last = await again()
  await reader.tell(fingerprints.progress, { challenge: last, step: 'started' })
  expect(await reader.ask(fingerprints.progress, { challenge: last, step: 'done' })).toMatchObject({ status: 409 })
  await scan(last, 'Thumb')
  expect(await admin.tell(fingerprints.enrolment, { challenge: last })).toMatchObject({ state: 1, fingers: 1 })
  await reader.tell(fingerprints.progress, { challenge: last, step: 'done' })
  expect((await infos()).fingerprints.map(one => one.name)).toEqual(['Thumb'])
  const { rows } = await world.superPool.query('select name from fingerprint_templates where key_id = $1', [key.id])
  expect(rows).toEqual([{ name: 'Thumb' }])
})

test('it must start within 30 seconds and end within 300', async () => {
  const late = await begun()
  clock.forward(29_000)
  expect(await stateOf(late.challenge)).toBe(0)
  clock.forward(1000)
  expect(await stateOf(late.challenge)).toBe(3)
  const answer = await reader.ask(fingerprints.progress, { challenge: late.challenge, step: 'started' })
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'Fingerprint enrollment timed out or was cancelled, start over' },
  })
  const { challenge } = await admin.tell(fingerprints.restart, { id: late.key.id })
  await reader.tell(fingerprints.progress, { challenge, step: 'started' })
  clock.forward(299_000)
  expect(await stateOf(challenge)).toBe(1)
  clock.forward(1000)
  expect(await stateOf(challenge)).toBe(3)
  expect(await reader.ask(fingerprints.progress, { challenge, step: 'finger', template })).toMatchObject({
    status: 409,
  })
})

test('either side gives it up, a newer one ends the older, and made-up challenges are refused', async () => {
  const one = await begun()
  await admin.tell(fingerprints.cancel, { challenge: one.challenge })
  expect(await stateOf(one.challenge)).toBe(3)
  const two = await begun()
  await reader.tell(fingerprints.progress, { challenge: two.challenge, step: 'cancelled' })
  expect(await stateOf(two.challenge)).toBe(3)
  const three = await begun()
  await admin.tell(fingerprints.restart, { id: three.key.id })
  expect(await stateOf(three.challenge)).toBe(3)
  const forged = 'A'.repeat(43)
  expect(await reader.ask(fingerprints.progress, { challenge: forged, step: 'started' })).toMatchObject({ status: 401 })
  expect(await admin.ask(fingerprints.enrolment, { challenge: forged })).toMatchObject({ status: 404 })
  expect(await as(given.ownerElsewhere.accessToken).ask(fingerprints.enrolment, three)).toMatchObject({ status: 404 })
})

test('templates come from a registered program of the workspace alone, and the log names it', async () => {
  const { key, challenge } = await begun()
  const started = { challenge, step: 'started' } as const
  for (const stranger of [as(undefined), admin, as(given.user.accessToken)])
    expect((await stranger.ask(fingerprints.progress, started)).status).toBe(401)
  const elsewhere = as(await registerReader(home, given.ownerElsewhere))
  expect(await elsewhere.ask(fingerprints.progress, started)).toMatchObject({ body: { code: 'challenge-refused' } })
  expect(await stateOf(challenge)).toBe(0)
  for (const step of [started, { challenge, step: 'finger', template } as const, { challenge, step: 'done' } as const])
    await reader.tell(fingerprints.progress, step)
  const { items } = await admin.tell(activity.list, { object: key.id, action: 'fingerprint.added' })
  expect(items).toMatchObject([{ actorName: 'Reader' }])
  const revoked = await begun()
  const programs = async () => (await (await owner()).tell(accessKeys.apps, {})).items.map(one => one.id)
  const before = await programs()
  const gone = as(await registerReader(home))
  await (await owner()).tell(accessKeys.removeMany, { ids: (await programs()).filter(one => !before.includes(one)) })
  expect(await gone.ask(fingerprints.progress, { ...started, challenge: revoked.challenge })).toMatchObject({
    body: { code: 'reader-refused' },
  })
})
