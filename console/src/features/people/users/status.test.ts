import { userStatus } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { lookOf, nameOf, nextStep, reasonOf } from './status.ts'

const user = (given: Partial<User>): User => ({
  id: '0192f000-0000-7000-8000-000000000001',
  userId: 'p.raman',
  employeeId: null,
  firstName: 'Priya',
  lastName: 'Raman',
  email: 'p.raman@northgate.example',
  phoneNumber: null,
  status: userStatus.active,
  source: 1,
  keys: 1,
  groups: [],
  organizationUnits: [],
  scimAttribute1: null,
  scimAttribute2: null,
  scimAttribute3: null,
  scimAttribute4: null,
  scimAttribute5: null,
  sharesEmail: false,
  invitedAt: null,
  lastSignInAt: null,
  createdAt: '2026-11-20T07:52:00Z',
  updatedAt: '2026-11-20T07:52:00Z',
  ...given,
})

test.each(Object.values(userStatus))('status %i has a word and a reason', status => {
  expect(lookOf(status).word).not.toBe('Unknown')
  expect(reasonOf(user({ status }))).toMatch(/\.$/)
})

test('the next step is the activation email, where there is an address to send it to', () => {
  expect(nextStep(user({ status: userStatus.pending }))).toBe('Resend activation email')
  expect(nextStep(user({ status: userStatus.newUser }))).toBe('Send activation email')
  expect(nextStep(user({ status: userStatus.noDevice }))).toBe('Send activation email')
  expect(nextStep(user({ status: userStatus.pending, email: null }))).toBeNull()
  expect(nextStep(user({ status: userStatus.active }))).toBeNull()
  expect(nextStep(user({ status: userStatus.suspended }))).toBeNull()
})

test('whoever has no name goes by the user ID', () => {
  expect(nameOf({ firstName: '', lastName: '', userId: 'scanner-4' })).toBe('scanner-4')
})
