import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealedFor } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291 §5 is reproduced byte by byte', () => {
  const to = {
    endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const chance = { secret: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') }
  expect(sealedFor(to, 'When I grow up, I want to be a watermelon', chance).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('each message has its own salt and key, and only the browser can decrypt it', () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const to = { endpoint: 'https://push.example', publicKey: browser.getPublicKey(), auth: Buffer.alloc(16, 5) }
  const [one, other] = [sealedFor(to, 'für Sie'), sealedFor(to, 'für Sie')]
  expect(one.equals(other)).toBe(false)
  const [salt, theirs, sealed] = [one.subarray(0, 16), one.subarray(21, 86), one.subarray(86)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), to.publicKey, theirs])
  const input = hkdfSync('sha256', browser.computeSecret(theirs), to.auth, info, 32)
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, 'Content-Encoding: nonce\0', 12))
  const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  expect(text.subarray(0, -1).toString()).toBe('für Sie')
})
