import { expect, test } from 'vitest'
import { accountStateOf, stateAttributes } from './account-state.ts'

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
  [
    'OpenLDAP, locked permanently',
    { pwdAccountLockedTime: '000001010000Z' },
    { pwdAccountLockedTime: '20260504090000Z' },
  ],
  ['OpenLDAP, ended', { pwdEndTime: '20260101000000Z' }, { pwdEndTime: '20270101000000Z' }],
  ['POSIX, expired', { shadowExpire: '1000' }, { shadowExpire: '-1' }],
])('reads the account state of %s', (_, closed, open) => {
  expect(accountStateOf(entry(closed), now, false)).toBe(false)
  expect(accountStateOf(entry(open), now, false)).toBe(true)
  for (const name of Object.keys(closed)) expect(stateAttributes).toContain(name)
})

test('the account state is not stated where Active Directory does not show it, unless the account has expired', () => {
  expect(accountStateOf(entry({}), now, true)).toBeUndefined()
  expect(accountStateOf(entry({ accountExpires: '126227808000000000' }), now, true)).toBe(false)
  expect(accountStateOf(entry({ userAccountControl: '512' }), now, true)).toBe(true)
  expect(accountStateOf(entry({}), now, false)).toBe(true)
})
