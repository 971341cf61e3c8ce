import { expect, test } from 'vitest'
import { addressOf, directoryUser, timeLimit } from './call-address.ts'
import { signInFrom, returnAddress } from './returnAddress.ts'

test.each([
  ['/administrator/groups/{groupId}/users', { groupId: 'g 1', page: 2 }, '/administrator/groups/g%201/users?page=2'],
  ['/administrator/groups', { type: 'local' }, '/administrator/groups?type=local'],
  ['/administrator/groups', { search: '', sort: undefined }, '/administrator/groups'],
  ['/administrator/tokens/v2', { status: [20, 30] }, '/administrator/tokens/v2?status=20%2C30'],
])('%s is filled in and requested (R33)', (path, input, expected) => {
  expect(addressOf({ method: 'GET', path }, input)).toEqual({ url: expected, body: null })
})

test('fields of a change that are not in the path are sent as JSON', () => {
  expect(addressOf({ method: 'DELETE', path: '/a/{id}' }, { id: '1/2', ids: ['3'] })).toEqual({
    url: '/a/1%2F2',
    body: '{"ids":["3"]}',
  })
})

test.each([
  ['/administrator/tokens', 15_000],
  ['/administrator/aad/users', 60_000],
  ['/administrator/tag/uploadCsv', 60_000],
  ['/superAdmin/workspaces', 60_000],
  ['/superadmin/dailyData', 60_000],
])('%s can take %i ms (R38)', (path, limit) => expect(timeLimit(path)).toBe(limit))

test('the directory ID is sent only with directory paths (R35)', () => {
  const token = `x.${btoa(JSON.stringify({ oid: 'me' }))}.y`
  expect(directoryUser('/administrator/aad/users', token)).toBe('me')
  expect(directoryUser('/administrator/ad', token)).toBeNull()
  expect(directoryUser('/administrator/aad/users', null)).toBeNull()
})

const users = 'https://host/dashboard/users?page=2'
test.each([users, `${users}&redirectUrl=https%3A%2F%2Fhost%2Fx`])('the return address after %s (R23)', here => {
  expect(signInFrom(here)).toBe('/auth/sign-in?redirectUrl=https%3A%2F%2Fhost%2Fdashboard%2Fusers%3Fpage%3D2')
})

test.each([
  ['?redirectUrl=https%3A%2F%2Fhost%2Fdashboard%2Fusers%3Fpage%3D2', '/dashboard/users?page=2'],
  ['?redirectUrl=https%3A%2F%2Fevil.example%2Fx', '/dashboard'],
  ['?redirectUrl=%2F%2Fevil.example', '/dashboard'],
  ['?redirectUrl=javascript%3Aalert(1)', '/dashboard'],
  ['?redirectUrl=https%3A%2F%2Fhost%2Fauth%2Fsign-out', '/dashboard'],
  ['', '/dashboard'],
])('%s leads to %s (R24)', (search, expected) => expect(returnAddress(search, 'https://host')).toBe(expected))
