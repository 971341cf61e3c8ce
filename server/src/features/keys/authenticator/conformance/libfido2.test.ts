import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ctapClient, pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { softwareCard } from '#test/emulators/software-card.ts'

// fido2-tools (Debian) verify without a device. If they are missing, the test name says so.
const installed = spawnSync('fido2-cred', ['-V']).error === undefined
if (!installed) process.stdout.write('fido2-tools are absent: libfido2 was not asked\n')

const lines = (...parts: (string | Uint8Array)[]) =>
  parts.map(part => (typeof part === 'string' ? part : Buffer.from(part).toString('base64'))).join('\n')

const PIN = '274936'

test(`libfido2 verifies a credential and its assertion${installed ? '' : ' (absent)'}`, async () => {
  const { setPin, token, make, get } = ctapClient(softwareCard().send)
  await setPin(PIN)
  const card = await make({
    token: await token(PIN, pinPermissions.make, 'example.org'),
    extensions: { credProtect: 2, 'hmac-secret': true },
  })
  const data = card.body.get(2) as Uint8Array
  const signature = (card.body.get(3) as Map<string, Uint8Array>).get('sig')!
  const silent = await get({ options: { up: false }, allow: [readData(data).id] })
  if (!installed) return
  // The tools expect the authenticator data as a CBOR byte string, as a device sends it
  const wrapped = (bytes: Uint8Array) => Buffer.concat([Buffer.of(0x58, bytes.length), bytes])
  const made = lines(Buffer.alloc(32, 1), 'example.org', 'packed', wrapped(data), readData(data).id, signature)
  const verified = execFileSync('fido2-cred', ['-V', '-h', '-v', '-c', '2'], { input: made, encoding: 'utf8' })
  const [id, ...key] = verified.split('\n')
  expect(id).toBe(readData(data).id.toString('base64'))

  const folder = mkdtempSync(join(tmpdir(), 'libfido2-'))
  try {
    const file = join(folder, 'key.pem')
    writeFileSync(file, key.join('\n'))
    const answered = silent.body.get(2) as Uint8Array
    const proof = lines(Buffer.alloc(32, 2), 'example.org', wrapped(answered), silent.body.get(3) as Uint8Array)
    execFileSync('fido2-assert', ['-V', file, 'es256'], { input: proof })
    const spoilt = proof.replace('example.org', 'evil.test')
    expect(() => execFileSync('fido2-assert', ['-V', file, 'es256'], { input: spoilt, stdio: 'pipe' })).toThrow()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
