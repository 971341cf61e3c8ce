import { describe, expect, test } from 'vitest'
import { clientData, mayClaim, originOf } from './client-data.ts'

describe('a relying party', () => {
  test.each([
    ['https://example.org', 'example.org'],
    ['https://login.example.org:8443', 'example.org'],
    ['https://a.b.example.org', 'b.example.org'],
    ['http://localhost:3000', 'localhost'],
    ['http://rp.localhost:3000', 'rp.localhost'],
    ['https://192.0.2.7', '192.0.2.7'],
  ])('%s can claim %s', (origin, rpId) => expect(mayClaim(origin, rpId)).toBe(true))

  test.each([
    ['https://example.org', 'login.example.org'],
    ['https://evilexample.org', 'example.org'],
    ['https://example.org.evil.net', 'example.org'],
    ['https://example.org', 'org'],
    ['https://example.org', '.org'],
    ['https://example.org', ''],
    ['https://192.0.2.7', '0.2.7'],
    ['https://[2001:db8::1]', 'db8::1]'],
    ['http://example.org', 'example.org'],
    ['http://localhost.example.org', 'example.org'],
    ['file:///etc/passwd', ''],
    ['null', 'null'],
  ])('%s cannot claim %s', (origin, rpId) => expect(mayClaim(origin, rpId)).toBe(false))
})

test('an origin that Chromium did not write is invalid', () => {
  const options = { rpId: 'example.org', challenge: 'AA' }
  expect(() => originOf(options, 'example.org')).toThrow(expect.objectContaining({ name: 'NotAllowedError' }))
  const extensions = { remoteDesktopClientOverride: { origin: 'https://evil.net', sameOriginWithAncestors: true } }
  expect(() => originOf({ ...options, extensions }, 'example.org')).toThrow(
    expect.objectContaining({ name: 'SecurityError' }),
  )
})

test('client data has its members in the signed order (§5.8.1.1)', async () => {
  const { json } = await clientData('webauthn.get', 'AAEC', { origin: 'https://example.org', crossOrigin: true })
  expect(new TextDecoder().decode(json)).toBe(
    '{"type":"webauthn.get","challenge":"AAEC","origin":"https://example.org","crossOrigin":true}',
  )
})
