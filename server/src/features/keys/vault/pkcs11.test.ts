import { execFileSync } from 'node:child_process'
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pkcs11js from 'pkcs11js'
import { afterAll, expect, test } from 'vitest'
import { may, readData } from '../../../../test/ctap-client.ts'
import { house } from '../../../../test/house.ts'
import { assignCard, cardAt, registerReader } from '../../../../test/reader.ts'
import { sealer } from '../../../ground/secrets/seal.ts'
import { pkcs11Vault } from './pkcs11.ts'
import { sealedVault } from './sealed.ts'
import type { KeptKey } from './vault.ts'

// SoftHSM keeps its token in files; `npm test` installs it where it is missing (start/softhsm.mjs)
const module = '/usr/lib/softhsm/libsofthsm2.so'
const folder = mkdtempSync(join(tmpdir(), 'claviger-softhsm-'))
const pinFile = join(folder, 'pin')
mkdirSync(join(folder, 'tokens'))
writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`)
writeFileSync(pinFile, '271828\n', { mode: 0o600 })
process.env['SOFTHSM2_CONF'] = join(folder, 'softhsm2.conf')
execFileSync('softhsm2-util', ['--init-token', '--free', '--label', 'vault', '--pin', '271828', '--so-pin', '314159'])
afterAll(() => rmSync(folder, { recursive: true }))

const home = await house({ PKCS11_MODULE: module, PKCS11_TOKEN: 'vault', PKCS11_PIN_FILE: pinFile })
const reader = home.as(await registerReader(home))
const PIN = '274936'
const seal = sealer([Buffer.alloc(32, 5)])

const signs = (key: KeptKey, data: Buffer, signature: Uint8Array) => {
  const [x, y] = [key.publicKey.subarray(0, 32), key.publicKey.subarray(32)].map(half =>
    Buffer.from(half).toString('base64url'),
  )
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  return verify('sha256', data, publicKey, signature)
}

/** What the module itself says of the private key of a name; it is open in this process since the house uses it. */
function attributesOf(kept: Uint8Array) {
  const library = new pkcs11js.PKCS11(module)
  const session = library.C_OpenSession(library.C_GetSlotList(true)[0]!, pkcs11js.CKF_SERIAL_SESSION)
  library.C_FindObjectsInit(session, [
    { type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_PRIVATE_KEY },
    { type: pkcs11js.CKA_ID, value: Buffer.from(kept) },
  ])
  const [key] = library.C_FindObjects(session, 1)
  library.C_FindObjectsFinal(session)
  const flag = (type: number) => library.C_GetAttributeValue(session, key!, [{ type }])[0]!.value.equals(Buffer.of(1))
  return {
    sensitive: flag(pkcs11js.CKA_SENSITIVE),
    alwaysSensitive: flag(pkcs11js.CKA_ALWAYS_SENSITIVE),
    extractable: flag(pkcs11js.CKA_EXTRACTABLE),
    neverExtractable: flag(pkcs11js.CKA_NEVER_EXTRACTABLE),
    read: () => library.C_GetAttributeValue(session, key!, [{ type: pkcs11js.CKA_VALUE }]),
  }
}

test('a card makes its passkey in the module and signs there, and the key never leaves it', async () => {
  const key = await assignCard(home, await home.given.addUser('Hardy', 'Module'), 'FEED01', PIN)
  const card = cardAt(reader, 'FEED01')
  const made = await card.make({ token: await card.token(PIN, may.make, 'example.org') })
  expect(made.status).toBe(0)
  const { id } = readData(made.body.get(2) as Uint8Array)
  const { rows } = await home.world.superPool.query<{ vault: string; vault_key: Buffer; public_key: Buffer }>(
    'select vault, vault_key, public_key from held_credentials where security_key_id = $1',
    [key],
  )
  expect(rows).toMatchObject([{ vault: 'pkcs11' }])
  const [row] = rows
  const kept: KeptKey = { vault: 'pkcs11', kept: row!.vault_key, publicKey: row!.public_key }
  const { read, ...attributes } = attributesOf(kept.kept)
  expect(attributes).toEqual({ sensitive: true, alwaysSensitive: true, extractable: false, neverExtractable: true })
  expect(read).toThrow(/CKR_ATTRIBUTE_SENSITIVE/)
  const assertions = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const again = cardAt(reader, 'FEED01')
      return again.get({ allow: [id], options: { up: false } })
    }),
  )
  for (const { status, body } of assertions) {
    expect(status).toBe(0)
    const signed = Buffer.concat([body.get(2) as Uint8Array, Buffer.alloc(32, 2)])
    expect(signs(kept, signed, body.get(3) as Uint8Array)).toBe(true)
  }
})

test('both vaults sign, and a sealed key opens only where it belongs', async () => {
  const data = randomBytes(100)
  const sealed = sealedVault()
  const [one, other] = [await sealed.makeKey(seal), await sealed.makeKey(seal)]
  expect(signs(one, data, await sealed.sign(seal, one, data))).toBe(true)
  const moved = { ...one, publicKey: other.publicKey }
  await expect(sealedVault().sign(seal, moved, data)).rejects.toThrow()
  await expect(sealedVault().sign(sealer([Buffer.alloc(32, 6)]), one, data)).rejects.toThrow(/unknown master key/)
})

test('a module that is not there, and a token that is not, reject', async () => {
  const away = pkcs11Vault({ module: join(folder, 'no-such.so'), label: undefined, pinFile })
  await expect(away.makeKey(seal)).rejects.toThrow()
})
