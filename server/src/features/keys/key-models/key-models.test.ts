import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { credentials } from '@claviger/contract/keys/credentials'
import { keyModels } from '@claviger/contract/keys/key-models'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { asRegistration, softwareKey } from '../../../../test/authenticator.ts'
import { AUTHORITY, certificate, extension, der, name } from '../../../../test/certificate.ts'
import { house } from '../../../../test/house.ts'
import { addPasskey, origin } from '../../../../test/passkeys.ts'

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const root = newKey()
const rootCertificate = certificate({
  key: root.publicKey,
  by: root.privateKey,
  subject: name({ CN: 'Root' }),
  extensions: [AUTHORITY],
})
const folder = await mkdtemp(join(tmpdir(), 'claviger-root-'))
const rootFile = join(folder, 'root.pem')
await writeFile(
  rootFile,
  `-----BEGIN CERTIFICATE-----\n${rootCertificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
)
const home = await house({ METADATA_ROOT: rootFile })
const { as, given } = home
const owner = as(given.owner.accessToken)
const operator = as(given.superAdmin.accessToken)

const yubikey = '2fc0579f-8113-47ea-b116-bb5a8db9202a'
// Of no version and variant that RFC 9562 knows
const unheardOf = '01020304-0506-0708-0102-030405060708'

interface Spoil {
  host?: string
  by?: typeof root
  until?: string
  number?: number
  entries?: unknown[]
}
/** A catalogue as FIDO publishes it, signed under our root. */
function blobOf({
  host = 'mds.fidoalliance.org',
  by = root,
  until = '490101000000Z',
  number = 7,
  entries,
}: Spoil = {}) {
  const leaf = newKey()
  const alternative = extension('551d11', der(0x30, der(0x82, Buffer.from(host))))
  const made = certificate({
    key: leaf.publicKey,
    by: by.privateKey,
    subject: name({ CN: host }),
    extensions: [alternative],
    until,
  })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'ES256', typ: 'JWT', x5c: [made.toString('base64')] })}.${part({
    no: number,
    nextUpdate: '2026-12-01',
    entries: entries ?? [
      {
        aaguid: yubikey,
        metadataStatement: { description: 'YubiKey 5 Series with NFC', icon: 'data:image/png;base64,iVBORw0KGgo=' },
        statusReports: [{ status: 'FIDO_CERTIFIED_L1', effectiveDate: '2020-05-12' }],
      },
      {
        aaguid: unheardOf,
        metadataStatement: { description: 'Key of tomorrow' },
        statusReports: [
          { status: 'FIDO_CERTIFIED', effectiveDate: '2025-01-01' },
          { status: 'REVOKED', effectiveDate: '2026-01-01' },
        ],
      },
      { attestationCertificateKeyIdentifiers: ['00'], metadataStatement: { description: 'U2F only' } },
    ],
  })}`
  const signature = sign('sha256', Buffer.from(signed), { key: leaf.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

test('a catalogue signed under the trusted root tells about models', async () => {
  expect(await operator.tell(keyModels.load, { blob: blobOf() })).toMatchObject({ number: 7, models: 2 })
  const { items, catalogue } = await owner.tell(keyModels.list)
  expect(catalogue).toMatchObject({ number: 7, nextUpdate: '2026-12-01' })
  expect(items.find(one => one.aaguid === unheardOf)).toMatchObject({ name: 'Key of tomorrow', warning: 'REVOKED' })
  const { accessToken } = await given.session(given.user)
  const { passkey } = await addPasskey(home, accessToken)
  expect(await owner.tell(securityKeys.info, { id: passkey.id })).toMatchObject({
    model: 'YubiKey 5 NFC',
    certification: { status: 'FIDO_CERTIFIED_L1', since: '2020-05-12', warning: null, icon: expect.any(String) },
    modelAllowed: true,
  })
})

test.each([
  ['of another root', { by: newKey() }],
  ['of another signer under the root', { host: 'evil.example' }],
  ['with an expired certificate', { until: '250101000000Z' }],
  ['older than the one loaded', { number: 6 }],
])('a catalogue %s is refused', async (_which, spoil) => {
  const answer = await operator.ask(keyModels.load, { blob: blobOf(spoil) })
  expect(answer).toMatchObject({ status: 422, body: { code: 'catalogue-refused' } })
})

test('a catalogue that was altered, or is none, is refused', async () => {
  const [head, , signature] = blobOf().split('.') as [string, string, string]
  const other = blobOf({ number: 9, entries: [] }).split('.')[1]
  for (const blob of [`${head}.${other}.${signature}`, 'x', 'a.b.c', `${head}.e30.`, blobOf().slice(0, -4)])
    expect(await operator.ask(keyModels.load, { blob })).toMatchObject({ status: 422 })
  expect(await owner.ask(keyModels.load, { blob: blobOf() })).toMatchObject({ status: 403 })
})

async function register(aaguid: string) {
  const { accessToken } = await given.session(given.user)
  const { session, authInfo } = await as(accessToken).tell(credentials.challenge, { purpose: 'add' })
  const made = asRegistration(softwareKey({ origin, aaguid }).create(authInfo.creation!))
  return as(accessToken).ask(credentials.add, { ...made, session })
}

test('models that are denied, not listed or not vouched for are refused with the reason, which stays in the log', async () => {
  const { items: before } = await owner.tell(securityKeys.ofUser, { id: given.user.id })
  await owner.tell(keyModels.changeRules, { mode: 'except', models: [yubikey], attested: false })
  expect(await register(yubikey)).toMatchObject({
    status: 422,
    body: { code: 'model-denied', message: 'Your workspace does not allow this model of key. Use another one' },
  })
  expect(await register(unheardOf)).toMatchObject({ status: 200 })
  await owner.tell(keyModels.changeRules, { mode: 'only', models: [yubikey], attested: false })
  expect(await register(unheardOf)).toMatchObject({ status: 422, body: { code: 'model-denied' } })
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
})
