import { execFileSync } from 'node:child_process'
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pkcs11js from 'pkcs11js'
import { afterAll, expect, test, vi } from 'vitest'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { startFaultOf } from '#platform/db/start-fault.ts'
import { sealer } from '#platform/secrets/seal.ts'
import { pkcs11Vault } from './pkcs11.ts'
import { sealedVault } from './sealed-vault.ts'
import { destroyModuleKeys } from './vault.jobs.ts'
import type { KeptKey } from './vault.kept.ts'
import { announceKey, moduleOf, openModule } from './vault.ts'

// SoftHSM stores its token in files; `npm test` installs it if missing (start/softhsm.mjs)
const module = '/usr/lib/softhsm/libsofthsm2.so'
const folder = mkdtempSync(join(tmpdir(), 'claviger-softhsm-'))
const pinFile = join(folder, 'pin')
mkdirSync(join(folder, 'tokens'))
writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`)
writeFileSync(pinFile, '271828\n', { mode: 0o600 })
process.env['SOFTHSM2_CONF'] = join(folder, 'softhsm2.conf')
execFileSync('softhsm2-util', ['--init-token', '--free', '--label', 'vault', '--pin', '271828', '--so-pin', '314159'])
afterAll(() => rmSync(folder, { recursive: true }))

const home = await startTestApp({ PKCS11_MODULE: module, PKCS11_TOKEN: 'vault', PKCS11_PIN_FILE: pinFile })
const reader = home.as(await registerReader(home))
const PIN = '274936'
const seal = sealer([Buffer.alloc(32, 5)])
const none = () => Promise.resolve()
const [actor, request] = [{ kind: 'nobody' } as const, { id: 'test', ip: '127.0.0.1', userAgent: '' }]

const signs = (key: KeptKey, data: Buffer, signature: Uint8Array) => {
  const [x, y] = [key.publicKey.subarray(0, 32), key.publicKey.subarray(32)].map(half =>
    Buffer.from(half).toString('base64url'),
  )
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  return verify('sha256', data, publicKey, signature)
}

/** Finds the private key in the module, which this process already opened. */
function inModule(kept: Uint8Array) {
  const library = new pkcs11js.PKCS11(module)
  const session = library.C_OpenSession(library.C_GetSlotList(true)[0]!, pkcs11js.CKF_SERIAL_SESSION)
  library.C_FindObjectsInit(session, [
    { type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_PRIVATE_KEY },
    { type: pkcs11js.CKA_ID, value: Buffer.from(kept) },
  ])
  const [key] = library.C_FindObjects(session, 1)
  library.C_FindObjectsFinal(session)
  return { library, session, key }
}

function attributesOf(kept: Uint8Array) {
  const { library, session, key } = inModule(kept)
  const flag = (type: number) => library.C_GetAttributeValue(session, key!, [{ type }])[0]!.value.equals(Buffer.of(1))
  return {
    sensitive: flag(pkcs11js.CKA_SENSITIVE),
    alwaysSensitive: flag(pkcs11js.CKA_ALWAYS_SENSITIVE),
    extractable: flag(pkcs11js.CKA_EXTRACTABLE),
    neverExtractable: flag(pkcs11js.CKA_NEVER_EXTRACTABLE),
    read: () => library.C_GetAttributeValue(session, key!, [{ type: pkcs11js.CKA_VALUE }]),
  }
}

test('a card creates its passkey in the module and signs there, and the key never leaves it', async () => {
  const key = await assignCard(home, await home.given.addUser('Hardy', 'Module'), 'FEED01', PIN)
  const card = cardAt(reader, 'FEED01')
  const made = await card.make({ token: await card.token(PIN, pinPermissions.make, 'example.org') })
  expect(made.status).toBe(0)
  const { id } = readData(made.body.get(2) as Uint8Array)
  const { rows } = await home.world.superPool.query<{ vault: string; vault_key: Buffer; public_key: Buffer }>(
    'select vault, vault_key, public_key from held_credentials where security_key_id = $1',
    [key],
  )
  expect(rows).toMatchObject([{ vault: 'pkcs11' }])
  const [row] = rows
  const kept: KeptKey = { vault: 'pkcs11', kept: row!.vault_key, publicKey: row!.public_key, owner: '' }
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

async function cardWithKey(last: string, number: string) {
  const owner = await home.given.addUser('Hardy', last)
  const key = await assignCard(home, owner, number, null)
  const made = await cardAt(reader, number).make()
  expect(made.status).toBe(0)
  const { rows } = await home.world.superPool.query<{ id: string; vault_key: Buffer }>(
    'select id, vault_key from held_credentials where security_key_id = $1',
    [key],
  )
  const use = async () => {
    const got = await cardAt(reader, number).get({ allow: [readData(made.body.get(2) as Uint8Array).id] })
    expect(got.status).toBe(0)
    return readData(got.body.get(2) as Uint8Array).counter
  }
  return { owner, key, row: rows[0]!, use, held: () => inModule(rows[0]!.vault_key).key !== undefined }
}

const waiting = async () =>
  (await home.world.superPool.query<{ count: number }>('select count(*) from unneeded_module_keys')).rows[0]?.count

test('no transaction is open while the module signs, and a counter whose signing failed is skipped', async () => {
  const { row, use } = await cardWithKey('Outside', 'FEED02')
  expect(await use()).toBe(1)
  const vault = moduleOf(home.world)!
  const sign = vault.sign.bind(vault)
  const seen: unknown[] = []
  const signing = vi.spyOn(vault, 'sign').mockImplementation(async (...asked) => {
    const { rows } = await home.world.superPool.query(
      `select counter, (select count(*) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction') as open
       from held_credentials where id = $1`,
      [row.id],
    )
    seen.push(rows[0])
    if (seen.length === 1) throw new Error('the module is away')
    return sign(...asked)
  })
  await expect(use()).rejects.toMatchObject({ status: 500 })
  expect(await use()).toBe(3)
  expect(seen).toEqual([
    { counter: 2, open: 0 },
    { counter: 3, open: 0 },
  ])
  signing.mockRestore()
  const counters = await Promise.all(Array.from({ length: 20 }, use))
  expect(counters.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_one, place) => place + 4))
})

test('a key is destroyed with its passkey, card, or user, even if the module was unavailable at the time', async () => {
  const admin = home.as((await home.given.session(home.given.administrator)).accessToken)
  const [one, two, three] = [
    await cardWithKey('Passkey', 'FEED03'),
    await cardWithKey('Card', 'FEED04'),
    await cardWithKey('User', 'FEED05'),
  ]
  const all = () => [one, two, three].map(card => card.held())
  expect(await waiting()).toBe(0)
  await admin.tell(keyActCalls.removePasskey, { id: one.owner, credentialId: one.row.id })
  await admin.tell(keyActCalls.removeOne, { id: two.key })
  await home.world.superPool.query('delete from users where id = $1', [three.owner])
  expect([await waiting(), all()]).toEqual([3, [true, true, true]])
  home.clock.forward(minutes(1))
  const destroying = vi.spyOn(moduleOf(home.world)!, 'destroy').mockRejectedValueOnce(new Error('the module is away'))
  await destroyModuleKeys.work(home.world, {})
  destroying.mockRestore()
  expect([await waiting(), all().filter(Boolean)]).toEqual([1, [true]])
  home.clock.forward(minutes(2))
  await destroyModuleKeys.work(home.world, {})
  expect([await waiting(), all()]).toEqual([0, [false, false, false]])
})

test('a key whose passkey was never stored is destroyed after one hour', async () => {
  const { kept } = await moduleOf(home.world)!.makeKey(seal, 'ann', name =>
    transact(home.world, { actor, request, workspace: home.given.owner.workspace }, ctx => announceKey(ctx, name)),
  )
  await destroyModuleKeys.work(home.world, {})
  expect(inModule(kept).key).toBeDefined()
  home.clock.forward(minutes(61))
  await destroyModuleKeys.work(home.world, {})
  expect([inModule(kept).key, await waiting()]).toEqual([undefined, 0])
})

test('both vaults sign, and a sealed key opens only in its own place', async () => {
  const data = randomBytes(100)
  const sealed = sealedVault()
  const [one, other] = [await sealed.makeKey(seal, 'ann', none), await sealed.makeKey(seal, 'ann', none)]
  expect(signs(one, data, await sealed.sign(seal, one, data))).toBe(true)
  const moved = { ...one, publicKey: other.publicKey }
  await expect(sealedVault().sign(seal, moved, data)).rejects.toThrow('belongs elsewhere')
  await expect(sealed.sign(seal, { ...one, owner: 'bea' }, data)).rejects.toThrow('belongs elsewhere')
  await expect(sealedVault().sign(sealer([Buffer.alloc(32, 6)]), one, data)).rejects.toThrow(/unknown master key/)
})

test('a module key signs only for the owner that it was created for, cached or not', async () => {
  const data = randomBytes(100)
  const [vault, later] = [moduleOf(home.world)!, await cardWithKey('Owner', 'FEED06')]
  const one = await vault.makeKey(seal, 'ann', none)
  expect(signs(one, data, await vault.sign(seal, one, data))).toBe(true)
  await expect(vault.sign(seal, { ...one, owner: 'bea' }, data)).rejects.toThrow('does not hold this key for its owner')
  expect(signs(one, data, await vault.sign(seal, one, data))).toBe(true)
  // A database row that names another user's key must not open it
  await home.world.superPool.query('update held_credentials set vault_key = $2 where id = $1', [later.row.id, one.kept])
  const got = cardAt(reader, 'FEED06').get({ options: { up: false } })
  await expect(got).rejects.toMatchObject({ status: 500 })
})

test('a missing module and a missing token reject the request', async () => {
  const away = pkcs11Vault({ module: join(folder, 'no-such.so'), label: undefined, pinFile })
  await expect(away.makeKey(seal, 'ann', none)).rejects.toThrow()
})

test.each([
  [{ pkcs11Module: '/nowhere/module.so' }, /^PKCS11_MODULE does not open \(\/nowhere\/module.so, token vault\): .+/],
  [{ pkcs11Module: `${folder}/softhsm2.conf` }, /^PKCS11_MODULE does not open \(.+\): .+/],
])('a module that does not open stops the start with a one-line reason: %j', async (other, line) => {
  const config = { ...home.world.config, ...other }
  const refused = await openModule({ config }).catch((error: unknown) => error)
  const said = startFaultOf(refused, config)
  expect(said).toMatch(line)
  expect(said).not.toContain('\n')
})

test('the server starts with a module that opens, and without a module', async () => {
  await openModule(home.world)
  await openModule({ config: { ...home.world.config, pkcs11Module: undefined } })
})
