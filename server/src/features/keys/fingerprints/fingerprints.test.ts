import { hash } from 'node:crypto'
import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { fingerprints, templateMessage } from '@claviger/contract/keys/fingerprints'
import { activity } from '@claviger/contract/oversight/activity'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { beforeEach, expect, test } from 'vitest'
import { type Caller, startTestApp } from '#test/app/test-app.ts'
import { otherCurve, registerFingerReader } from '#test/api/finger-reader.ts'
import { registerReader } from '#test/api/reader.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
let admin: Caller
beforeEach(async () => {
  admin = as((await given.session(given.administrator)).accessToken)
})
const owner = async () => as((await given.session(given.owner)).accessToken)
const program = await registerFingerReader(home)
const reader = program.caller

const subjectsTo = async (to: string) =>
  (await outboxMails(world)).filter(mail => mail.to === to).map(({ subject }) => subject)

let count = 0
async function begun() {
  const userId = await given.addUser('Finger', `P${count++}`)
  const { key, challenge } = await admin.tell(keyAssignment.add, { userId, type: 5, activation: 1 })
  return { key, challenge: challenge as string }
}
const stateOf = async (challenge: string) => (await admin.tell(fingerprints.enrolment, { challenge })).state

test('the reader reports start, scans, and completion, and the key becomes active (R164)', async () => {
  const { key, challenge } = await begun()
  expect(await stateOf(challenge)).toBe(0)
  expect(await reader.tell(fingerprints.progress, { challenge, step: 'started' })).toEqual({ state: 1 })
  expect(await reader.ask(fingerprints.progress, { challenge, step: 'done' })).toMatchObject({
    status: 409,
    body: { message: 'Fingerprint enrollment is required' },
  })
  await program.scan(challenge, 'Right index')
  await program.scan(challenge)
  expect(await admin.tell(fingerprints.enrolment, { challenge })).toMatchObject({ state: 1, fingers: 2 })
  expect(await reader.tell(fingerprints.progress, { challenge, step: 'done' })).toEqual({ state: 2 })
  expect(await stateOf(challenge)).toBe(2)
  const info = await admin.tell(securityKeys.info, { id: key.id })
  expect(info).toMatchObject({ status: 20, fingerprints: [{ name: 'Right index' }, { name: 'Finger 2' }] })
  expect((await admin.tell(securityKeys.list, { challenge })).items).toMatchObject([{ id: key.id }])
  const { rows } = await world.superPool.query('select sealed from fingerprint_templates')
  expect(rows.some(row => (row.sealed as Buffer).includes('a template of a finger'))).toBe(false)
  const [finger] = info.fingerprints
  expect(await admin.tell(fingerprints.rename, { id: finger?.id as string, name: 'Thumb' })).toMatchObject({
    name: 'Thumb',
  })
  await admin.tell(fingerprints.remove, { id: finger?.id as string })
  expect((await admin.tell(securityKeys.info, { id: key.id })).fingerprints).toMatchObject([{ name: 'Finger 2' }])
})

test('notifies the owner when the key becomes active and when a fingerprint is added or removed later', async () => {
  const { key, challenge } = await begun()
  const told = (subject: string) =>
    expect.poll(() => subjectsTo(`finger.p${count - 1}@northgate.example`)).toContain(subject)
  await program.enrol(challenge, 'Thumb')
  await told('Your security key is active')
  const more = (await admin.tell(fingerprints.restart, { id: key.id })).challenge
  await program.enrol(more, 'Index')
  await told('A fingerprint was added to one of your security keys')
  const [finger] = (await admin.tell(securityKeys.info, { id: key.id })).fingerprints
  await admin.tell(fingerprints.remove, { id: finger?.id as string })
  await told('A fingerprint was deleted from one of your security keys')
})

test('discards a fingerprint of a canceled or expired enrollment', async () => {
  const { key, challenge } = await begun()
  const infos = () => admin.tell(securityKeys.info, { id: key.id })
  const scan = async (on: string, name: string) => {
    await program.start(on)
    await program.scan(on, name)
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

test('must start within 30 seconds and end within 300 (R165)', async () => {
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
  await expect(program.scan(challenge)).rejects.toMatchObject({ status: 409 })
})

test('either side can cancel, a newer enrollment ends the older one, and made-up challenges are refused (R166)', async () => {
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

test('accepts templates only from a registered program of the workspace, and logs its name', async () => {
  const { key, challenge } = await begun()
  const started = { challenge, step: 'started' } as const
  for (const stranger of [as(undefined), admin, as(given.user.accessToken)])
    expect((await stranger.ask(fingerprints.progress, started)).status).toBe(401)
  const cards = as(await registerReader(home))
  expect(await cards.ask(fingerprints.progress, started)).toMatchObject({ body: { code: 'finger-program-needed' } })
  const elsewhere = (await registerFingerReader(home, { owner: given.ownerElsewhere })).caller
  expect(await elsewhere.ask(fingerprints.progress, started)).toMatchObject({ body: { code: 'challenge-refused' } })
  expect(await stateOf(challenge)).toBe(0)
  await program.enrol(challenge, 'Thumb')
  const { items } = await admin.tell(activity.list, { object: key.id, action: 'fingerprint.added' })
  expect(items).toMatchObject([{ actorName: 'Finger reader' }])
  const revoked = await begun()
  const programs = async () => (await (await owner()).tell(accessKeys.apps, {})).items.map(one => one.id)
  const before = await programs()
  const gone = (await registerFingerReader(home)).caller
  await (await owner()).tell(accessKeys.removeMany, { ids: (await programs()).filter(one => !before.includes(one)) })
  expect(await gone.ask(fingerprints.progress, { ...started, challenge: revoked.challenge })).toMatchObject({
    body: { code: 'reader-refused' },
  })
})

test('a template is signed for its enrollment and model, and only the program that started can continue', async () => {
  const [one, two] = [await begun(), await begun()]
  const other = await registerFingerReader(home)
  await program.start(one.challenge)
  await program.start(two.challenge)
  for (const step of ['started', 'done', 'cancelled'] as const)
    expect(await other.caller.ask(fingerprints.progress, { challenge: one.challenge, step })).toMatchObject({
      body: { code: 'challenge-refused' },
    })
  const bytes = Buffer.from('a template')
  const said = { challenge: two.challenge, model: program.model, hash: hash('sha256', bytes, 'hex') }
  const hand = (signature?: string) =>
    reader.ask(fingerprints.progress, {
      challenge: two.challenge,
      step: 'finger',
      template: bytes.toString('base64url'),
      ...(signature !== undefined && { signature }),
    })
  const wrong = [
    undefined,
    'AAAA',
    other.sign(templateMessage(said)),
    program.sign(templateMessage({ ...said, challenge: one.challenge })),
    program.sign(templateMessage({ ...said, model: 'Another' })),
    program.sign(templateMessage({ ...said, hash: hash('sha256', 'another template', 'hex') })),
  ]
  for (const signature of wrong)
    expect(await hand(signature)).toMatchObject({ status: 403, body: { code: 'fingerprint-refused' } })
  expect(await hand(program.sign(templateMessage(said)))).toMatchObject({ status: 200 })
})

test('a Clients key cannot register a fingerprint program unless an owner granted it', async () => {
  const make = async (type: number, granted: string[] = []) =>
    (await owner()).ask(apiKeys.create, { name: 'Programs', type, granted })
  const { body } = await make(keyTypes.clients)
  const clients = as(String(body['value']))
  const reading = { name: 'Everywhere', computerId: 'x' }
  const input = { ...reading, fingerprints: { model: program.model, publicKey: otherCurve() } }
  expect(await clients.ask(accessKeys.register, input)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
  expect(await clients.ask(accessKeys.register, reading)).toMatchObject({ status: 200 })
  const { id } = body['key'] as { id: string }
  await (await owner()).tell(apiKeys.grant, { id, granted: ['clients'] })
  expect(await clients.ask(accessKeys.register, input)).toMatchObject({ body: { code: 'invalid-input' } })
  for (const [type, act] of [
    [keyTypes.clients, 'keys.write'],
    [keyTypes.admin, 'clients'],
    [keyTypes.sharedMobile, 'clients'],
  ] as const)
    expect(await make(type, [act])).toMatchObject({ status: 422 })
})

test('a program must register its reader model and a P-256 key', async () => {
  const made = { name: 'Clients', type: keyTypes.clients, granted: ['clients' as const] }
  const { value } = await (await owner()).tell(apiKeys.create, made)
  for (const publicKey of ['AAAA', otherCurve()]) {
    const input = { name: 'Bad', computerId: 'x', fingerprints: { model: 'M', publicKey } }
    expect(await as(value).ask(accessKeys.register, input)).toMatchObject({
      status: 422,
      body: { code: 'invalid-input' },
    })
  }
  const { items } = await (await owner()).tell(accessKeys.apps, { search: 'Finger reader' })
  expect(items[0]).toMatchObject({ fingerModel: program.model })
})
