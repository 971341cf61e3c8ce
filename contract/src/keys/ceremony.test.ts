import { expect, test } from 'vitest'
import { Assertion } from './ceremony.ts'

const assertion = {
  id: 'aaaa',
  clientDataJSON: 'aaaa',
  authenticatorData: 'aaaa',
  signature: 'aaaa',
  type: 'public-key',
}

test.each([[''], [null]])('an assertion with the user handle %j identifies no user', userHandle => {
  expect(Assertion.parse({ ...assertion, userHandle }).userHandle).toBeNull()
})
