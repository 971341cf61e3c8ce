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
  asks: [],
  verifier: null,
  ...more,
})

const everything = { billing: true, asks: ['password', 'phone', 'confirm-identity'] } as const
const asking = (step: RegistrationState['step'], more: Partial<RegistrationState> = {}) =>
  at(step, { ...everything, asks: [...everything.asks], ...more })

describe('registration steps', () => {
  test('need no code where a service verifies the identity', () => {
    const without = asking('verify', { hasPasskey: false })
    expect(stepsOf('work', without)).toContain('verify')
    expect(stepsOf('work', { ...without, verifier: 'id.example' })).not.toContain('verify')
  })

  test('are the email, a key, and the workspace', () => {
    expect(stepsOf('work', null)).toEqual(['email', 'security-key', 'workspace', 'complete'])
    expect(stepsOf('work', at('workspace'))).toEqual(['email', 'security-key', 'workspace', 'complete'])
    expect(stepsOf('personal', at('complete'))).toEqual(['email', 'security-key', 'complete'])
  })

  test('follow decision G8 where everything is turned on', () => {
    expect(stepsOf('work', asking('complete'))).toEqual([
      'email',
      'password',
      'security-key',
      'personal-info',
      'address',
      'workspace',
      'payment',
      'confirm-identity',
      'complete',
    ])
  })

  test('leave out address and workspace for a personal account', () => {
    const steps = stepsOf('personal', asking('password', { kind: 'personal' }))
    expect(steps.filter(step => ['address', 'workspace'].includes(step))).toEqual([])
  })

  test('ask for the name of a registration that began without it', () => {
    expect(stepsOf('work', at('personal-info', { firstName: null, lastName: null }))).toContain('personal-info')
  })

  test('include the plan before the confirmation when billing is on', () => {
    const state = asking('confirm-identity')
    expect(stepAfter(state, 'workspace', null)).toBe('payment')
    expect(stepAfter(state, 'payment', null)).toBe('confirm-identity')
    expect(stepsOf('personal', state)).toContain('payment')
    expect(stepsOf('work', at('workspace'))).not.toContain('payment')
  })

  test('end with a code only after the security key was skipped', () => {
    const without = { hasPasskey: false }
    expect(stepsOf('work', asking('security-key', without))).not.toContain('verify')
    expect(stepsOf('work', asking('personal-info', without)).slice(-2)).toEqual(['verify', 'complete'])
    expect(stepsOf('work', at('complete', without))).not.toContain('verify')
  })
})

describe('continuing', () => {
  test('leads to the step that the server has reached', () => {
    expect(stepAfter(asking('password'), 'email', null)).toBe('password')
    expect(stepAfter(at('security-key'), 'email', null)).toBe('security-key')
    expect(stepAfter(at('complete'), 'workspace', null)).toBe('complete')
    expect(stepAfter(asking('verify', { hasPasskey: false }), 'confirm-identity', null)).toBe('verify')
  })

  test('from an earlier step leads to the following step and skips none', () => {
    expect(stepAfter(asking('confirm-identity'), 'password', null)).toBe('security-key')
  })

  test('stays on the screen of the email until its code was entered', () => {
    expect(stepAfter(at('verify-personal-info'), 'email', null)).toBe('email')
  })

  test('returns to the summary after one answer was corrected', () => {
    expect(stepAfter(asking('confirm-identity'), 'password', 'confirm-identity')).toBe('confirm-identity')
  })

  test('does not return to a summary that another email made unreachable', () => {
    expect(stepAfter(asking('verify-personal-info', { hasPasskey: false }), 'email', 'confirm-identity')).toBe('email')
  })
})

describe('going back', () => {
  test('leads to the previous step, and nowhere from the first', () => {
    expect(stepBefore('work', null, 'email')).toBeNull()
    expect(stepBefore('work', at('workspace'), 'workspace')).toBe('security-key')
    expect(stepBefore('work', asking('workspace'), 'workspace')).toBe('address')
  })
})

describe('the texts of the steps', () => {
  test('the remaining time counts down to zero', () => {
    const steps = stepsOf('work', asking('security-key')).filter(step => step !== 'complete')
    expect(steps.map(step => timeLeft(steps, step))).toEqual([
      'about 5 minutes left',
      'about 4 minutes left',
      'about 3 minutes left',
      'about 3 minutes left',
      'about 2 minutes left',
      'about a minute left',
      'about a minute left',
      'almost done',
    ])
  })

  test('answers are complete in the summary and short in the step list', () => {
    const address = { country: 'NO', province: '', city: 'Oslo', address: 'Karl Johans gate 1', postalCode: '0154' }
    const state = at('confirm-identity', { address, phoneNumber: { countryCode: '+47', mobileNumber: '41234567' } })
    expect(answerOf(state, 'email')).toBe('Work, Ada Byron, ada@engines.example')
    expect(answerOf(state, 'address')).toBe('Karl Johans gate 1, 0154 Oslo, Norway')
    expect(answerOf(state, 'personal-info')).toBe('Ada Byron, +47 41234567')
    expect(shortAnswer(state, 'address')).toBe('Oslo')
    expect(shortAnswer(state, 'email')).toBe('ada@engines.example')
    expect(shortAnswer(null, 'email')).toBeUndefined()
  })
})
