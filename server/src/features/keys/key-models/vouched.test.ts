import { hash, sign } from 'node:crypto'
import { credentials } from '@claviger/contract/keys/credentials'
import { keyModels } from '@claviger/contract/keys/key-models'
import { decode, encode } from 'cborg'
import { describe, expect, test } from 'vitest'
import { asRegistration, softwareKey } from '#test/api/authenticator.ts'
import { blobOf, rootFile, unknownAaguid, yubikey } from '#test/emulators/catalogue.ts'
import { AUTHORITY, certificate, name, newKey } from '#test/emulators/certificate.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { origin } from '#test/api/passkeys.ts'
import { rootsFor } from '../ceremony/attestation/roots.ts'

const home = await startTestApp({ METADATA_ROOT: rootFile })
const { as, given } = home
const operator = as(given.superAdmin.accessToken)

function maker() {
  const key = newKey()
  const made = { key: key.publicKey, by: key.privateKey, subject: name({ CN: 'Root' }), extensions: [AUTHORITY] }
  return { key, root: certificate(made).toString('base64') }
}
const [ours, other] = [maker(), maker()]
const entryOf = (aaguid: string, { root }: ReturnType<typeof maker>) => ({
  aaguid,
  metadataStatement: { description: 'Key', attestationRootCertificates: [root] },
  statusReports: [{ status: 'FIDO_CERTIFIED', effectiveDate: '2025-01-01' }],
})
await operator.tell(keyModels.load, {
  blob: blobOf({ entries: [entryOf(unknownAaguid, ours), entryOf(yubikey, other)] }),
})
const owner = as((await given.session(given.owner)).accessToken)
await owner.tell(keyModels.changeRules, { mode: 'any', models: [], attested: true })

interface Vouched {
  aaguid?: string
  by?: typeof ours
  until?: string
}

let people = 0

async function add({ aaguid = unknownAaguid, by = ours, until }: Vouched, format: 'packed' | 'fido-u2f' = 'packed') {
  const id = await given.addUser('Vouched', `For${++people}`)
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  const { session, authInfo } = await as(accessToken).tell(credentials.challenge, { purpose: 'add' })
  const key = softwareKey({ origin, aaguid, attestation: 'none' })
  const made = asRegistration(key.create(authInfo.creation!))
  const { authData }: { authData: Uint8Array } = decode(Buffer.from(made.attestationObject, 'base64url'))
  const clientDataHash = hash('sha256', Buffer.from(made.clientDataJSON, 'base64url'), 'buffer')
  const leaf = newKey()
  const x5c = [certificate({ key: leaf.publicKey, by: by.key.privateKey, ...(until !== undefined && { until }) })]
  const data = Buffer.from(authData)
  const signed =
    format === 'packed'
      ? Buffer.concat([data, clientDataHash])
      : Buffer.concat([Buffer.of(0), data.subarray(0, 32), clientDataHash, data.subarray(55, 87), pointOf(data)])
  const sig = sign('sha256', signed, leaf.privateKey)
  const attStmt = format === 'packed' ? { alg: -7, sig, x5c } : { sig, x5c }
  const attestationObject = Buffer.from(encode({ fmt: format, attStmt, authData })).toString('base64url')
  return as(accessToken).ask(credentials.add, { ...made, attestationObject, session })
}

function pointOf(data: Buffer): Buffer {
  const key: Map<number, Uint8Array> = decode(data.subarray(87), { useMaps: true })
  return Buffer.concat([Buffer.of(4), key.get(-2) ?? Buffer.of(), key.get(-3) ?? Buffer.of()])
}

const demanded = { status: 422, body: { code: 'attestation-demanded' } }

test('with attestation required, a certificate from the manufacturer of the model is enough', async () => {
  expect(await add({})).toMatchObject({ status: 200 })
  expect(await add({ aaguid: yubikey, by: other })).toMatchObject({ status: 200 })
})

test.each<[string, Vouched]>([
  ['has expired', { until: '250101000000Z' }],
  ['belongs to the manufacturer of another model', { aaguid: yubikey }],
  ['comes from an unknown issuer', { by: maker() }],
  ['is for a model that is not in the catalog', { aaguid: '00000000-0000-0000-0000-000000000000' }],
])('with attestation required, a certificate that %s is refused', async (_, vouched) => {
  expect(await add(vouched)).toMatchObject(demanded)
})

test('a U2F key attests no model, because it does not sign its model', async () => {
  expect(await add({}, 'fido-u2f')).toMatchObject(demanded)
})

describe('the bundled roots', () => {
  const [apple, android] = ['f24a8e70-d0d3-f82c-2937-32523cc4de5a', 'b93fd961-f2e6-462f-b122-82002247de78']
  test('attest models of their own manufacturer in its format', () => {
    expect([rootsFor('apple', apple).length, rootsFor('android-key', android).length]).toEqual([1, 3])
  })

  test.each([
    ['android-key', yubikey],
    ['android-key', apple],
    ['apple', yubikey],
    ['apple', android],
    ['packed', apple],
    ['packed', android],
    ['tpm', android],
    ['android-key', '00000000-0000-0000-0000-000000000000'],
  ])('include none in the format %s for the model %s', (format, aaguid) => {
    expect(rootsFor(format, aaguid)).toEqual([])
  })
})
