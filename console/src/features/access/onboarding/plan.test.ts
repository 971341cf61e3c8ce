import { describe, expect, test } from 'vitest'
import { beforeIn, nextIn, pathOf, planOf, stepIn } from './plan.ts'

const phone = { countryCode: '+47', mobileNumber: '91200118' }

describe('the first steps', () => {
  test('ask for a phone only when there is none', () => {
    expect(planOf({ phoneNumber: null })).toEqual(['created', 'phone', 'passkey', 'congratulations'])
    expect(planOf({ phoneNumber: phone })).toEqual(['created', 'passkey', 'congratulations'])
  })

  test('follow each other and end', () => {
    const plan = planOf({ phoneNumber: phone })
    expect(nextIn(plan, 'created')).toBe('passkey')
    expect(beforeIn(plan, 'passkey')).toBe('created')
    expect(beforeIn(plan, 'created')).toBeUndefined()
    expect(nextIn(plan, 'congratulations')).toBe('congratulations')
  })

  test('have an address each; an unknown one opens the first', () => {
    const plan = planOf({ phoneNumber: phone })
    expect(stepIn(plan, pathOf('passkey'))).toBe('passkey')
    expect(stepIn(plan, pathOf('phone'))).toBe('created')
    expect(stepIn(plan, '/auth/register/onboarding/elsewhere')).toBe('created')
  })
})
