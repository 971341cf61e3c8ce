import { account } from '@claviger/contract/access/account'
import { sessions } from '@claviger/contract/access/sessions'
import { credentials } from '@claviger/contract/keys/credentials'
import { activity } from '@claviger/contract/oversight/activity'
import { decode, encode } from 'cborg'
import { expect, test } from 'vitest'
import { asAssertion, asRegistration, softwareKey } from '#test/api/authenticator.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, origin, signInWith } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const workspace = given.owner.workspace

async function newPerson(first: string, last: string, more: Record<string, unknown> = {}) {
  const id = await given.addUser(first, last, more)
  const { accessToken } = await given.session({ id, workspace })
  return { id, accessToken, email: `${first}.${last}@northgate.example`.toLowerCase() }
}

const subjects = async (email: string) =>
  (await outboxMails(world)).filter(mail => mail.to === email).map(mail => mail.subject)

test('a passkey is added, named after its model, announced by email, and logged', async () => {
  const ada = await newPerson('Ada', 'Adds')
  const { passkey } = await addPasskey(home, ada.accessToken)
  expect(passkey).toMatchObject({
    name: 'YubiKey 5 NFC',
    model: 'YubiKey 5 NFC',
    kind: 'key',
    synced: false,
    lastUsedAt: null,
  })
  expect(await as(ada.accessToken).tell(credentials.list)).toEqual({ items: [passkey] })
  const self = await as(ada.accessToken).tell(account.self)
  expect(self).toMatchObject({ passkeys: 1, status: 20 })
  await expect.poll(() => subjects(ada.email)).toEqual(['A passkey was added to your account'])
  const { items } = await as(given.owner.accessToken).tell(activity.list, { action: 'passkey.added' })
  expect(items[0]).toMatchObject({ actorName: 'Ada Adds', objectId: passkey.id, after: { name: 'YubiKey 5 NFC' } })
})

test('a synced passkey is marked as synced and signs in', async () => {
  const sam = await newPerson('Sam', 'Synced')
  const { session, authInfo } = await as(sam.accessToken).tell(credentials.challenge, { purpose: 'add' })
  const key = softwareKey({ origin, aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd', attestation: 'none' })
  const synced = { backupEligible: true, backupState: true }
  const made = asRegistration(key.create(authInfo.creation!, synced))
  const { result } = await as(sam.accessToken).tell(credentials.add, { ...made, session, name: '  Phone ' })
  expect(result).toMatchObject({ name: 'Phone', model: 'iCloud Keychain', kind: 'manager', synced: true })
  expect(await signInWith(home, key, synced)).toMatchObject({ status: 200 })
  // A key that could be backed up and now claims it can't is another key (§7.2 step 19)
  expect(await signInWith(home, key)).toMatchObject({ status: 401 })
})

test('the browser learns which passkeys exist, and a second registration is refused', async () => {
  const rex = await newPerson('Rex', 'Repeats')
  const { key } = await addPasskey(home, rex.accessToken)
  const { authInfo, session } = await as(rex.accessToken).tell(credentials.challenge, { purpose: 'add' })
  expect(authInfo.creation?.excludeCredentials).toHaveLength(1)
  const known = Buffer.from(authInfo.creation!.excludeCredentials[0]!.id, 'base64url')
  const again = asRegistration(key.create(authInfo.creation!, { credentialId: known }))
  const other = await newPerson('Other', 'Repeats')
  expect(await as(rex.accessToken).ask(credentials.add, { ...again, session })).toMatchObject({
    status: 409,
    body: { code: 'passkey-taken' },
  })
  // Unique across accounts, not only in one (§7.1 step 26)
  const theirs = await as(other.accessToken).tell(credentials.challenge, { purpose: 'add' })
  const stolen = asRegistration(key.create(theirs.authInfo.creation!, { credentialId: known }))
  expect(await as(other.accessToken).ask(credentials.add, { ...stolen, session: theirs.session })).toMatchObject({
    status: 409,
  })
})

test('a challenge belongs to the session that requested it, works once, and expires', async () => {
  const cleo = await newPerson('Cleo', 'Challenged')
  const elsewhere = await given.session({ id: cleo.id, workspace })
  const { session, authInfo } = await as(cleo.accessToken).tell(credentials.challenge, { purpose: 'add' })
  const made = () => asRegistration(softwareKey({ origin }).create(authInfo.creation!))
  const refused = { status: 401, body: { code: 'challenge-refused' } }
  expect(await as(elsewhere.accessToken).ask(credentials.add, { ...made(), session })).toMatchObject(refused)
  expect(await as(cleo.accessToken).ask(credentials.add, { ...made(), session: 'nonsense' })).toMatchObject(refused)
  expect(await as(cleo.accessToken).ask(credentials.add, { ...made(), session })).toMatchObject({ status: 200 })
  expect(await as(cleo.accessToken).ask(credentials.add, { ...made(), session })).toMatchObject(refused)
  const late = await as(cleo.accessToken).tell(credentials.challenge, { purpose: 'add' })
  clock.forward(minutes(3))
  const madeLate = asRegistration(softwareKey({ origin }).create(late.authInfo.creation!))
  expect(await as(cleo.accessToken).ask(credentials.add, { ...madeLate, session: late.session })).toMatchObject(refused)
})

test.each([
  ['created for another origin', { origin: 'https://evil.example' }, 401, 'passkey-refused'],
  ['without user verification', { userVerified: false }, 401, 'passkey-refused'],
  ['that is not discoverable', { residentKey: false }, 401, 'passkey-refused'],
  ['with invalid data', { data: (bytes: Buffer) => bytes.subarray(0, 40) }, 400, 'passkey-malformed'],
  ['with a forged attestation statement', { signature: () => Buffer.alloc(70, 1) }, 401, 'passkey-refused'],
])('refuses a passkey %s', async (_how, spoil, status, code) => {
  const tokens = await given.session(given.user)
  const { session, authInfo } = await as(tokens.accessToken).tell(credentials.challenge, { purpose: 'add' })
  const made = asRegistration(softwareKey({ origin }).create(authInfo.creation!, spoil))
  expect(await as(tokens.accessToken).ask(credentials.add, { ...made, session })).toMatchObject({
    status,
    body: { code },
  })
})

test('changes require a confirmation within the last five minutes', async () => {
  const vera = await newPerson('Vera', 'Verifies')
  const { key, passkey } = await addPasskey(home, vera.accessToken)
  clock.forward(minutes(6))
  const rename = () => as(vera.accessToken).ask(credentials.rename, { id: passkey.id, name: 'Desk' })
  expect(await rename()).toMatchObject({ status: 401, body: { code: 'verify-first' } })
  expect(await as(vera.accessToken).ask(credentials.remove, { id: passkey.id })).toMatchObject({
    body: { code: 'verify-first' },
  })
  // Before the browser creates a passkey that no account would have
  expect(await as(vera.accessToken).ask(credentials.challenge, { purpose: 'add' })).toMatchObject({
    body: { code: 'verify-first' },
  })
  const { session, authInfo } = await as(vera.accessToken).tell(credentials.challenge, { purpose: 'verify' })
  await as(vera.accessToken).tell(sessions.verify, { ...asAssertion(key.get(authInfo.request!)), session })
  expect(await rename()).toMatchObject({ status: 200, body: { name: 'Desk' } })
  const { items } = await as((await given.session(given.owner)).accessToken).tell(activity.list, {
    action: 'passkey.renamed',
  })
  expect(items[0]).toMatchObject({ before: { name: 'YubiKey 5 NFC' }, after: { name: 'Desk' } })
  await expect.poll(() => subjects(vera.email)).toContain('A passkey on your account was renamed')
})

test('a challenge works only for the ceremony it was made for', async () => {
  const pia = await newPerson('Pia', 'Purpose')
  const me = as(pia.accessToken)
  const { key } = await addPasskey(home, pia.accessToken)
  const forAdding = await me.tell(credentials.challenge, { purpose: 'add' })
  const forVerifying = await me.tell(credentials.challenge, { purpose: 'verify' })
  const { challenge: forPairing } = await me.tell(account.challenge)
  const refused = { status: 401, body: { code: 'challenge-refused' } }
  const inside = (reference: string) => Buffer.from(reference, 'base64url').subarray(5, 37).toString('base64url')
  const request = forVerifying.authInfo.request!
  for (const session of [forAdding.session, forPairing]) {
    const answer = asAssertion(key.get({ ...request, challenge: inside(session) }))
    expect(await me.ask(sessions.verify, { ...answer, session })).toMatchObject(refused)
  }
  for (const session of [forVerifying.session, forPairing]) {
    const asked = { ...forAdding.authInfo.creation!, challenge: inside(session) }
    const made = asRegistration(softwareKey({ origin }).create(asked))
    expect(await me.ask(credentials.add, { ...made, session })).toMatchObject(refused)
  }
  const { session } = forVerifying
  expect(await me.ask(sessions.verify, { ...asAssertion(key.get(request)), session })).toMatchObject({ status: 200 })
})

test('reports an oversized RSA key as malformed', async () => {
  const rob = await newPerson('Rob', 'Huge')
  const { session, authInfo } = await as(rob.accessToken).tell(credentials.challenge, { purpose: 'add' })
  const made = asRegistration(softwareKey({ origin, attestation: 'none' }).create(authInfo.creation!))
  const { authData }: { authData: Uint8Array } = decode(Buffer.from(made.attestationObject, 'base64url'))
  const modulus = Buffer.alloc(2048, 0xab)
  const numbers: [number, unknown][] = [
    [1, 3],
    [3, -257],
    [-1, modulus],
    [-2, Buffer.of(1, 0, 1)],
  ]
  const huge = Buffer.concat([authData.subarray(0, 87), encode(new Map(numbers))])
  const object = encode({ fmt: 'none', attStmt: {}, authData: huge })
  const attestationObject = Buffer.from(object).toString('base64url')
  expect(await as(rob.accessToken).ask(credentials.add, { ...made, attestationObject, session })).toMatchObject({
    status: 400,
    body: { code: 'passkey-malformed' },
  })
})

test('a passkey of another user confirms no session', async () => {
  const lena = await newPerson('Lena', 'Lends')
  const nils = await newPerson('Nils', 'Borrows')
  const { key } = await addPasskey(home, lena.accessToken)
  await addPasskey(home, nils.accessToken)
  const { session, authInfo } = await as(nils.accessToken).tell(credentials.challenge, { purpose: 'verify' })
  const borrowed = asAssertion(key.get({ ...authInfo.request!, allowCredentials: [] }))
  expect(await as(nils.accessToken).ask(sessions.verify, { ...borrowed, session })).toMatchObject({
    status: 401,
    body: { code: 'passkey-refused' },
  })
})

test('passkeys of other users are not found', async () => {
  const { passkey } = await addPasskey(home, (await newPerson('Far', 'Away')).accessToken)
  const { accessToken } = await given.session(given.administrator)
  expect(await as(accessToken).ask(credentials.rename, { id: passkey.id, name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await as(accessToken).ask(credentials.remove, { id: passkey.id })).toMatchObject({ status: 404 })
})

test('keeps the last passkey unless a verified email offers another sign-in method', async () => {
  const unproven = await newPerson('Una', 'Proven', { email_verified_at: null })
  const one = await addPasskey(home, unproven.accessToken)
  const gone = (accessToken: string, id: string) => as(accessToken).ask(credentials.remove, { id })
  expect(await gone(unproven.accessToken, one.passkey.id)).toMatchObject({ status: 409, body: { code: 'last-way-in' } })

  const proven = await newPerson('Pro', 'Ven')
  const other = await addPasskey(home, proven.accessToken)
  expect(await gone(proven.accessToken, other.passkey.id)).toMatchObject({ status: 200 })
  expect(await signInWith(home, other.key)).toMatchObject({ status: 401 })
  expect(await as(proven.accessToken).tell(account.self)).toMatchObject({ passkeys: 0, status: 31 })

  // Administrators keep a passkey, even with a verified email address
  for (const person of [given.owner, given.readOnly, given.superAdmin]) {
    const { accessToken } = await given.session(person)
    const { passkey } = await addPasskey(home, accessToken)
    expect(await gone(accessToken, passkey.id)).toMatchObject({ status: 409, body: { code: 'last-way-in' } })
    const second = await addPasskey(home, accessToken)
    expect(await gone(accessToken, second.passkey.id)).toMatchObject({ status: 200 })
  }
})

test('two concurrent deletions keep one of the last two passkeys', async () => {
  const { accessToken } = await given.session(given.administrator)
  const [first, second] = [await addPasskey(home, accessToken), await addPasskey(home, accessToken)]
  const ids = [first.passkey.id, second.passkey.id]
  const answers = await Promise.all(ids.map(id => as(accessToken).ask(credentials.remove, { id })))
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('counts every passkey added concurrently', async () => {
  const adds = await newPerson('Adds', 'Many')
  await Promise.all([1, 2, 3].map(() => addPasskey(home, adds.accessToken)))
  const { rows } = await world.superPool.query('select active_keys from users where id = $1', [adds.id])
  expect(rows).toEqual([{ active_keys: 3 }])
})
