import { credentials } from '@claviger/contract/keys/credentials'
import { keyModels } from '@claviger/contract/keys/key-models'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { asRegistration, softwareKey } from '#test/api/authenticator.ts'
import { blobOf, rootFile, unknownAaguid, yubikey } from '#test/emulators/catalogue.ts'
import { newKey } from '#test/emulators/certificate.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, origin } from '#test/api/passkeys.ts'

const home = await startTestApp({ METADATA_ROOT: rootFile })
const { as, given } = home
const owner = as(given.owner.accessToken)
const operator = as(given.superAdmin.accessToken)

test('a catalog signed under the trusted root provides key model data', async () => {
  expect(await operator.tell(keyModels.load, { blob: blobOf() })).toMatchObject({ number: 7, models: 2 })
  const { items, catalogue } = await owner.tell(keyModels.list)
  expect(catalogue).toMatchObject({ number: 7, nextUpdate: '2026-12-01' })
  expect(items.find(one => one.aaguid === unknownAaguid)).toMatchObject({ name: 'Key of tomorrow', warning: 'REVOKED' })
  const { accessToken } = await given.session(given.user)
  const { passkey } = await addPasskey(home, accessToken)
  expect(await owner.tell(securityKeys.info, { id: passkey.id })).toMatchObject({
    model: 'YubiKey 5 NFC',
    certification: { status: 'FIDO_CERTIFIED_L1', since: '2020-05-12', warning: null, icon: expect.any(String) },
    modelAllowed: true,
  })
})

test.each([
  ['from another root', { by: newKey() }],
  ['from another signer under the root', { host: 'evil.example' }],
  ['with an expired certificate', { until: '250101000000Z' }],
  ['older than the one loaded', { number: 6 }],
])('a catalog %s is refused', async (_which, spoil) => {
  await operator.tell(keyModels.load, { blob: blobOf() })
  const answer = await operator.ask(keyModels.load, { blob: blobOf(spoil) })
  expect(answer).toMatchObject({ status: 422, body: { code: 'catalogue-refused' } })
})

test('an altered catalog and a file that is no catalog are refused', async () => {
  const [head, , signature] = blobOf().split('.') as [string, string, string]
  const other = blobOf({ number: 9, entries: [] }).split('.')[1]
  const large = `${blobOf()}${'x'.repeat(30_000)}`
  for (const blob of [`${head}.${other}.${signature}`, 'x', large, 'a.b.c', `${head}.e30.`, blobOf().slice(0, -4)])
    expect(await operator.ask(keyModels.load, { blob })).toMatchObject({ status: 422 })
  expect(await owner.ask(keyModels.load, { blob: blobOf() })).toMatchObject({ status: 403 })
})

async function register(aaguid: string) {
  const { accessToken } = await given.session(given.user)
  const { session, authInfo } = await as(accessToken).tell(credentials.challenge, { purpose: 'add' })
  const made = asRegistration(softwareKey({ origin, aaguid }).create(authInfo.creation!))
  return as(accessToken).ask(credentials.add, { ...made, session })
}

test('models that are denied, not listed, or not attested are refused with a reason, and the log records it', async () => {
  const { items: before } = await owner.tell(securityKeys.ofUser, { id: given.user.id })
  await owner.tell(keyModels.changeRules, { mode: 'except', models: [yubikey], attested: false })
  expect(await register(yubikey)).toMatchObject({
    status: 422,
    body: { code: 'model-denied', message: "Your workspace doesn't allow this key model. Use another one" },
  })
  expect(await register(unknownAaguid)).toMatchObject({ status: 200 })
  await owner.tell(keyModels.changeRules, { mode: 'only', models: [yubikey], attested: false })
  expect(await register(unknownAaguid)).toMatchObject({ status: 422, body: { code: 'model-denied' } })
  expect(await register(yubikey)).toMatchObject({ status: 200 })
  await owner.tell(keyModels.changeRules, { mode: 'any', models: [], attested: true })
  expect(await register(yubikey)).toMatchObject({ status: 422, body: { code: 'attestation-demanded' } })
  const { items } = await owner.tell(activity.list, { action: ['passkey.refused'] })
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({ status: 2, actorId: given.user.id, objectName: 'YubiKey 5 NFC' })
  const { items: after } = await owner.tell(securityKeys.ofUser, { id: given.user.id })
  expect(after.length).toBe(before.length + 2)
  expect(
    await as(given.userManager.accessToken).ask(keyModels.changeRules, { mode: 'any', models: [], attested: false }),
  ).toMatchObject({ status: 403 })
  await owner.tell(keyModels.changeRules, { mode: 'any', models: [], attested: false })
})
