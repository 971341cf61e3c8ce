import { createCipheriv, createECDH, createHash, createHmac, hkdfSync } from 'node:crypto'
import { decode, encode } from 'cborg'
import { expect, test } from 'vitest'
import { tokenFor } from '../ceremony/verification.ts'
import { type Bytes, bytes64, text64 } from './bytes.ts'
import { cardClient, pinPermissions } from './card-client.ts'
import { CardStatusError } from './ctap-status.ts'

type Asked = Map<number, unknown>
const reply = (status: number, body?: Map<number, unknown>) => Uint8Array.from([status, ...(body ? encode(body) : [])])

/** The card's side of §6.5.7, implemented with node:crypto, for one PIN. */
function card(pin: string, token = Buffer.alloc(32, 7)) {
  const ours = createECDH('prime256v1')
  const point = ours.generateKeys()
  let left = 8
  const asked: Asked[] = []
  const answer = (request: Uint8Array): Bytes => {
    if (request[0] === 4)
      return reply(
        0,
        new Map([
          [
            4,
            new Map([
              ['alwaysUv', true],
              ['clientPin', true],
            ]),
          ],
        ]),
      )
    const body = decode(request.subarray(1), { useMaps: true }) as Asked
    asked.push(body)
    if (request[0] !== 6) return reply(0, new Map())
    if (body.get(2) === 1) return reply(0, new Map([[3, left]]))
    if (body.get(2) === 2)
      return reply(
        0,
        new Map([
          [
            1,
            new Map<number, unknown>([
              [1, 2],
              [3, -25],
              [-1, 1],
              [-2, point.subarray(1, 33)],
              [-3, point.subarray(33)],
            ]),
          ],
        ]),
      )
    const theirs = body.get(3) as Map<number, Uint8Array>
    const z = ours.computeSecret(Buffer.concat([Buffer.of(4), theirs.get(-2)!, theirs.get(-3)!]))
    const aes = Buffer.from(hkdfSync('sha256', z, Buffer.alloc(32), 'CTAP2 AES key', 32))
    const encrypt = (iv: Uint8Array, text: Uint8Array) => {
      const cipher = createCipheriv('aes-256-cbc', aes, iv).setAutoPadding(false)
      return Buffer.concat([iv, cipher.update(text), cipher.final()])
    }
    const sealed = Buffer.from(body.get(6) as Uint8Array)
    const hash = createHash('sha256').update(pin).digest().subarray(0, 16)
    if (!encrypt(sealed.subarray(0, 16), hash).equals(sealed)) {
      left -= 1
      return reply(left === 0 ? 0x32 : 0x31)
    }
    return reply(0, new Map([[2, encrypt(Buffer.alloc(16, 9), token)]]))
  }
  return { asked, token, client: cardClient(request => Promise.resolve(answer(request))) }
}

test('base64url converts there and back', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  expect(text64(all)).toBe(Buffer.from(all).toString('base64url'))
  expect(bytes64(text64(all))).toEqual(all)
})

test('the PIN returns a token, and the token authenticates requests (§6.5.7)', async () => {
  const { client, asked, token } = card('4711!x')
  expect(Buffer.from(await client.token('4711!x', pinPermissions.get, 'example.org'))).toEqual(token)
  const hash = new Uint8Array(32).fill(3)
  await client.make({ 1: hash }, hash, token)
  const made = asked.at(-1)!
  expect(Buffer.from(made.get(8) as Uint8Array)).toEqual(createHmac('sha256', token).update(hash).digest())
  expect(made.get(9)).toBe(2)
})

test('a wrong PIN is asked for again with the remaining tries until the card blocks', async () => {
  const { client } = card('4711!x')
  const want = { verification: 'required' as const, permission: pinPermissions.get, rpId: 'example.org' }
  const seen: (number | undefined)[] = []
  const given = await tokenFor(client, want, left => {
    seen.push(left)
    return Promise.resolve(seen.length < 3 ? '0000' : '4711!x')
  })
  expect(seen).toEqual([undefined, 7, 6])
  expect(given).toHaveLength(32)
  await expect(tokenFor(client, want, () => Promise.resolve('0000'))).rejects.toMatchObject({ told: 'pinBlocked' })
})

test('any other status is an error that names it', async () => {
  const client = cardClient(() => Promise.resolve(Uint8Array.of(0x27)))
  await expect(client.get({}, new Uint8Array(32), undefined)).rejects.toBeInstanceOf(CardStatusError)
  await expect(client.info()).rejects.toMatchObject({ status: 0x27 })
})
