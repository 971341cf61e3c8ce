import { userStatus } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { lookOf, nameOf, nextStep, reasonOf } from './user-status.ts'

type Told = Pick<User, 'status' | 'keys' | 'invitedAt' | 'email'>
const user = (given: Partial<Told>): Told => ({
  status: userStatus.active,
  keys: 1,
  invitedAt: null,
  email: 'p.raman@northgate.example',
  ...given,
})

test.each(Object.values(userStatus))('status %i has a label and a reason', status => {
  expect(lookOf(status).word).not.toBe('Unknown')
  expect(reasonOf(user({ status }))).toMatch(/\.$/)
})

test('a status outside the table is shown as unknown (R152)', () => {
  const strange = 99 as User['status']
  expect(lookOf(strange).word).toBe('Unknown')
  expect(reasonOf(user({ status: strange }))).toBe("This user's status is unknown.")
})

test('the next step is the activation email if there is an email address', () => {
  expect(nextStep(user({ status: userStatus.pending }))).toBe('Resend activation email')
  expect(nextStep(user({ status: userStatus.newUser }))).toBe('Send activation email')
  expect(nextStep(user({ status: userStatus.noDevice }))).toBe('Send activation email')
  expect(nextStep(user({ status: userStatus.pending, email: null }))).toBeNull()
  expect(nextStep(user({ status: userStatus.active }))).toBeNull()
  expect(nextStep(user({ status: userStatus.suspended }))).toBeNull()
})

test('a user without a name is shown by the user ID', () => {
  expect(nameOf({ firstName: '', lastName: '', userId: 'scanner-4' })).toBe('scanner-4')
})
