import { expect, test } from 'vitest'
import { isActiveEntry, stateAttributes } from './account-state.ts'

const now = new Date('2026-05-04T10:00:00Z')
const entry = (attributes: Record<string, string>) => ({
  dn: 'uid=ann,dc=example,dc=test',
  names: Object.keys(attributes),
  size: Object.keys(attributes).length,
  attributes: new Map(
    Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), [Buffer.from(value)]] as const),
  ),
})

test.each<[directory: string, closed: Record<string, string>, open: Record<string, string>]>([
  ['Active Directory, disabled', { userAccountControl: '514' }, { userAccountControl: '512' }],
  ['Active Directory, expired', { accountExpires: '126227808000000000' }, { accountExpires: '9223372036854775807' }],
  ['AD LDS', { 'msDS-UserAccountDisabled': 'TRUE' }, { 'msDS-UserAccountDisabled': 'FALSE' }],
  ['PingDirectory', { 'ds-pwp-account-disabled': 'true' }, { 'ds-pwp-account-disabled': 'false' }],
  ['FreeIPA, disabled', { nsAccountLock: 'TRUE' }, { nsAccountLock: 'FALSE' }],
  ['FreeIPA, expired', { krbPrincipalExpiration: '20260503000000Z' }, { krbPrincipalExpiration: '20270101000000Z' }],
  ['eDirectory', { loginDisabled: 'TRUE' }, { loginDisabled: 'FALSE' }],
  ['OpenLDAP, locked for good', { pwdAccountLockedTime: '000001010000Z' }, { pwdAccountLockedTime: '20260504090000Z' }],
  ['OpenLDAP, ended', { pwdEndTime: '20260101000000Z' }, { pwdEndTime: '20270101000000Z' }],
  ['POSIX, expired', { shadowExpire: '1000' }, { shadowExpire: '-1' }],
])('the account state of %s is read', (_, closed, open) => {
  expect(isActiveEntry(entry(closed), now)).toBe(false)
  expect(isActiveEntry(entry(open), now)).toBe(true)
  for (const name of Object.keys(closed)) expect(stateAttributes).toContain(name)
})
