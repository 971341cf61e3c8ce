import type { ListType } from '@claviger/contract/decide/policy-content'
import { expect, test } from 'vitest'
import { findEntryFault, siteWrong } from './evaluator.entries.ts'

const device = '00000000-0000-4000-8000-000000000001'

test.each<[ListType, string]>([
  [1, '10.2.3.4'],
  [1, '10.0.0.0/8'],
  [1, '2001:db8::/32'],
  [1, '::ffff:10.0.0.0/104'],
  [1, '0.0.0.0/0'],
  [2, device],
  [2, `group:${device}`],
  [3, 'office.com'],
  [3, 'bücher.example.com'],
  [3, 'mine.github.io'],
  [3, 'localhost'],
  [3, 'intranet'],
  [4, device],
  [5, 'DE'],
  [5, '52.52,13.405,500'],
  [5, '-33.9,-70.5,20000000'],
  [6, '1-5 20:00-06:00'],
  [6, '1,3,5-7 00:00-24:00'],
])('a list of type %i accepts %s', (type, value) => {
  expect(findEntryFault(type, { value })).toBeUndefined()
})

test.each<[ListType, string, string, string | null]>([
  [1, '10.0.0.5/24', 'host bits set', '10.0.0.0/24'],
  [1, '2001:db8::1/32', 'host bits set', '2001:db8::/32'],
  [1, 'fe80::1%eth0', 'a zone here', 'fe80::1'],
  [1, '10.0.0.1:443', 'a port here', '10.0.0.1'],
  [1, '[2001:db8::1]:443', 'a port here', '2001:db8::1'],
  [1, '10.0.0.0/33', 'a prefix length', null],
  [1, '10.0.0.0/255.255.240.0', 'instead of a mask', '10.0.0.0/20'],
  [1, '10.0.0.0/255.0.255.0', 'instead of a mask', null],
  [1, '10.2.*.*', 'without an asterisk', '10.2.0.0/16'],
  [1, '010.0.0.1', "can't start with zero", '10.0.0.1'],
  [1, '300.0.0.1', 'Enter an IP address', null],
  [1, 'a word', 'Enter an IP address', null],
  [2, 'PC-12', 'a device ID', null],
  [3, 'https://office.com/login?x', 'only the domain', 'office.com'],
  [3, 'office.com:443', 'only the domain', 'office.com'],
  [3, '*.office.com', 'needs no asterisk', 'office.com'],
  [3, 'login.*.com', "can't contain an asterisk", null],
  [3, String.raw`^(.*\.)?office\.com$`, 'instead of a pattern', 'office.com'],
  [3, 'co.uk', 'many owners', null],
  [3, 'github.io', 'many owners', null],
  [3, '10.0.0.1', 'instead of an IP address', null],
  [3, 'office..com', 'Enter a domain', null],
  [4, 'Payroll', 'an application ID', null],
  [5, 'XX', 'No country', null],
  [5, 'de', 'No country', 'DE'],
  [5, 'DEU', 'No country', 'DE'],
  [5, '95,13,500', 'a circle as latitude', null],
  [5, 'Germany', 'a country code', null],
  [6, 'Mon-Fri 8:00-17:30', 'Enter days', '1-5 08:00-17:30'],
  [6, '1 08:00-08:00', 'must differ', null],
  [6, 'mornings', 'Enter days', null],
])('a list of type %i refuses %s and suggests a correction', (type, value, reason, instead) => {
  expect(findEntryFault(type, { value })).toEqual({ reason: expect.stringContaining(reason), instead })
})

test('accepts its own suggestions', () => {
  for (const value of ['https://office.com/', '*.office.com', 'me@acme.com']) {
    const instead = siteWrong(value)?.instead ?? ''
    expect([value, instead, siteWrong(instead)]).toEqual([value, expect.stringMatching(/^[a-z]+\.com$/), undefined])
  }
})
