import { expect, test } from 'vitest'
import { contextOf } from './context.ts'
import { acrs, howOf } from '#features/sso/browser-sessions/browser-sessions.how.ts'

test('what came to a phone is told as RFC 8176 says, is worth the least, and is no password', () => {
  for (const [method, amr] of [
    ['sms', 'sms'],
    ['call', 'tel'],
    ['code', 'otp'],
  ] as const) {
    const how = howOf({ method, key_kind: null, copied: null })
    expect(how).toEqual({ amr: [amr], acrs: [acrs.basic] })
    expect(contextOf(how)).toBe('urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified')
  }
})
