import { describe, expect, test } from 'vitest'
import { describeAuthenticator } from './authenticators.ts'

describe('describeAuthenticator', () => {
  test.each([
    ['2fc0579f-8113-47ea-b116-bb5a8db9202a', 'YubiKey 5 NFC', 'key'],
    ['FBFC3007-154E-4ECC-8C0B-6E020557D7BD', 'iCloud Keychain', 'manager'],
    ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello', 'computer'],
    ['53414d53-554e-4700-0000-000000000000', 'Samsung Pass', 'phone'],
    ['00000000-0000-0000-0000-000000000000', 'Passkey', 'unknown'],
    ['', 'Passkey', 'unknown'],
  ])('%s is %s (%s)', (aaguid, name, kind) => {
    expect(describeAuthenticator(aaguid)).toEqual({ name, kind })
  })
})
