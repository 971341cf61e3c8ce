import { expect, test } from 'vitest'
import { contextOf } from './context.ts'
import { acrs, howOf } from '#features/sso/browser-sessions/browser-sessions.methods.ts'

test('a code sent to a phone is reported as RFC 8176 defines, at the lowest level, and not as a password', () => {
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
