import type { RegistrationState } from '@claviger/contract/access/registration'
import { describe, expect, test } from 'vitest'
import { answerOf, shortAnswer } from './survey-answers.ts'
import { stepAfter, stepBefore, stepsOf, timeLeft } from './flow.ts'

const at = (step: RegistrationState['step'], more: Partial<RegistrationState> = {}): RegistrationState => ({
  kind: 'work',
  step,
  email: 'ada@engines.example',
  hasPassword: false,
  hasPasskey: true,
  hasCard: false,
  firstName: 'Ada',
  lastName: 'Byron',
  phoneNumber: null,
  address: null,
  workspace: null,
  partner: null,
  resendAfter: 0,
  billing: false,
  ...more,
})

describe('registration steps', () => {
  test('begin with the choice of account type and follow decision G8', () => {
    expect(stepsOf('work', at('complete'))).toEqual([
      'choice',
      'email',
      'password',
      'security-key',
      'personal-info',
      'verify-personal-info',
      'address',
      'workspace',
      'confirm-identity',
      'complete',
    ])
  })

  test('leave out address and workspace for a personal account', () => {
    const steps = stepsOf('personal', at('password', { kind: 'personal' }))
    expect(steps.filter(step => ['address', 'workspace'].includes(step))).toEqual([])
  })

  test('include the plan before the confirmation when billing is on', () => {
    const state = at('confirm-identity', { billing: true })
    expect(stepAfter(state, 'workspace', null)).toBe('payment')
    expect(stepAfter(state, 'payment', null)).toBe('confirm-identity')
    expect(stepsOf('personal', state)).toContain('payment')
    expect(stepsOf('work', at('confirm-identity'))).not.toContain('payment')
  })

  test('end with a code only after the security key was skipped', () => {
    const without = { hasPasskey: false }
    expect(stepsOf('work', at('security-key', without))).not.toContain('verify')
    expect(stepsOf('work', at('personal-info', without)).slice(-2)).toEqual(['verify', 'complete'])
  })
})

describe('continuing', () => {
  test('leads to the step that the server has reached', () => {
    expect(stepAfter(at('password'), 'email', null)).toBe('password')
    expect(stepAfter(at('complete'), 'confirm-identity', null)).toBe('complete')
    expect(stepAfter(at('verify', { hasPasskey: false }), 'confirm-identity', null)).toBe('verify')
  })

  test('from an earlier step leads to the following step and skips none', () => {
    expect(stepAfter(at('confirm-identity'), 'password', null)).toBe('security-key')
  })

  test('skips the code for a verified mailbox', () => {
    expect(stepAfter(at('confirm-identity'), 'personal-info', null)).toBe('address')
    expect(stepAfter(at('verify-personal-info'), 'personal-info', null)).toBe('verify-personal-info')
  })

  test('returns to the summary after one answer was corrected', () => {
    expect(stepAfter(at('confirm-identity'), 'password', 'confirm-identity')).toBe('confirm-identity')
  })

  test('does not return to a summary that another email made unreachable', () => {
    expect(stepAfter(at('password', { hasPasskey: false }), 'email', 'confirm-identity')).toBe('password')
  })
})

describe('going back', () => {
  test('leads to the previous step, and nowhere from the first', () => {
    expect(stepBefore('work', null, 'email')).toBe('choice')
    expect(stepBefore('work', null, 'choice')).toBeNull()
    expect(stepBefore('work', at('workspace'), 'workspace')).toBe('address')
  })

  test('does not ask for a used code', () => {
    expect(stepBefore('work', at('address'), 'address')).toBe('personal-info')
    expect(stepBefore('personal', at('confirm-identity', { kind: 'personal' }), 'confirm-identity')).toBe(
      'personal-info',
    )
  })
})

describe('the texts of the steps', () => {
  test('the remaining time counts down to zero', () => {
    const steps = stepsOf('work', at('security-key')).filter(step => step !== 'complete')
    expect(steps.map(step => timeLeft(steps, step))).toEqual([
      'about 5 minutes left',
      'about 5 minutes left',
      'about 5 minutes left',
      'about 4 minutes left',
      'about 3 minutes left',
      'about 3 minutes left',
      'about 2 minutes left',
      'about a minute left',
      'almost done',
    ])
  })

  test('answers are complete in the summary and short in the step list', () => {
    const address = { country: 'NO', province: '', city: 'Oslo', address: 'Karl Johans gate 1', postalCode: '0154' }
    const state = at('confirm-identity', { address, phoneNumber: { countryCode: '+47', mobileNumber: '41234567' } })
    expect(answerOf(state, 'address')).toBe('Karl Johans gate 1, 0154 Oslo, Norway')
    expect(answerOf(state, 'personal-info')).toBe('Ada Byron, +47 41234567')
    expect(shortAnswer(state, 'work', 'address')).toBe('Oslo')
    expect(shortAnswer(state, 'work', 'personal-info')).toBe('Ada Byron')
    expect(shortAnswer(null, 'school', 'choice')).toBe('School')
    expect(shortAnswer(null, null, 'email')).toBeUndefined()
  })
})
